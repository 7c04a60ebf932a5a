import { describe, expect, it } from 'vitest';
import { parseCallArguments, parseJsonArguments } from '../../cli/call-arguments.ts';
import { UsageError } from '../../cli/exit-codes.ts';
import { toolOf } from './artifact.ts';

const tool = toolOf('addPet', {
  inputSchema: {
    type: 'object',
    properties: {
      petId: { type: 'integer' },
      name: { type: 'string' },
      note: { type: ['string', 'null'] },
      tags: { type: 'array', items: { type: 'string' } },
      ids: { type: 'array', items: { type: 'integer' } },
      'a.b': { type: 'string' },
      body: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          owner: { type: 'object', properties: { age: {} } },
        },
      },
    },
  },
});

describe('arguments on the command line', () => {
  it.each([
    [['petId=7'], { petId: 7 }],
    [['petId=seven'], { petId: 'seven' }],
    [['name=7'], { name: '7' }],
    [['note=null'], { note: 'null' }],
    [['name=a=b'], { name: 'a=b' }],
    [['name='], { name: '' }],
    [['tags=red', 'tags=7'], { tags: ['red', '7'] }],
    [['ids=1', 'ids=2'], { ids: [1, 2] }],
    [['ids=[1,2]'], { ids: [1, 2] }],
    [['body.name=7', 'body.owner.age=7'], { body: { name: '7', owner: { age: 7 } } }],
    [['body={"x":1}', 'body.name=Rex'], { body: { x: 1, name: 'Rex' } }],
    [['a.b=1'], { 'a.b': '1' }],
    [['unknown.name=1'], { 'unknown.name': 1 }],
  ])('reads %j', (written, expected) => {
    expect(parseCallArguments(written, tool)).toEqual(expected);
  });

  it('makes __proto__ an ordinary name', () => {
    const values = parseCallArguments(['__proto__=1', 'body.__proto__.x=1'], tool);
    expect(Object.keys(values)).toEqual(['__proto__', 'body']);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });

  it.each([[['novalue']], [['=7']], [['name=Rex', 'name.first=R']], [['body=1', 'body.name=2']]])(
    'refuses %j',
    (written) => {
      expect(() => parseCallArguments(written, tool)).toThrow(UsageError);
    },
  );

  it.each(['[]', '1', 'nonsense', ''])('refuses %j as --json-args', (text) => {
    expect(() => parseJsonArguments(text)).toThrow(UsageError);
  });

  it('takes an object as --json-args', () => {
    expect(parseJsonArguments('{"a":[1]}')).toEqual({ a: [1] });
  });
});
