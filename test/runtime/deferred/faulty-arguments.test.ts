import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/model/json.ts';
import { cutSchema } from '../../../src/runtime/deferred/cut-schema.ts';
import { helpWithFaults } from '../../../src/runtime/deferred/faulty-arguments.ts';

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    owner: { type: 'string' },
    state: { type: 'string', enum: ['open', 'closed'] },
    'state-reason': { type: 'string', maxLength: 9 },
    body: { $ref: '#/$defs/Issue' },
  },
  required: ['owner', 'body'],
  $defs: {
    Issue: {
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 1 },
        labels: { type: 'array', items: { type: 'string', maxLength: 50 } },
        extra: { type: 'object', additionalProperties: { type: 'integer' } },
        parent: { $ref: '#/$defs/Issue' },
      },
      required: ['title'],
    },
  },
};

function help(...sentences: readonly string[]): readonly string[] {
  const told = ['The arguments do not fit:', ...sentences.map((each) => `- ${each}`)].join('\n');
  const tool = { name: 'createIssue', description: '', inputSchema, annotations: {} };
  return helpWithFaults(told, tool).split('\n').slice(1);
}

const root = 'required: owner, body';
const inBody = 'required in body: title';

describe('what is told of wrong arguments', () => {
  it.each([
    ['`owner` is required; send text.', [root, 'owner: {"type":"string"}']],
    [
      'state must be one of "open", "closed", got "owner"',
      [root, 'state: {"type":"string","enum":["open","closed"]}'],
    ],
    ['state-reason is too long', [root, 'state-reason: {"type":"string","maxLength":9}']],
    ['body.title is missing: send text', [inBody, 'body.title: {"type":"string","minLength":1}']],
    ['body.labels[2] must be text', ['body.labels[]: {"type":"string","maxLength":50}']],
    ['body.extra["a b"] must be a whole number', ['body.extra.a b: {"type":"integer"}']],
    [
      'body.titel is not known here. Did you mean "title"?',
      [inBody, 'body.title: {"type":"string","minLength":1}'],
    ],
    ['body.zzz is not known here. It takes "title", "labels".', [inBody]],
    [
      '`title` is a field of `body`; pass it as body.title.',
      [inBody, 'body.title: {"type":"string","minLength":1}'],
    ],
    [
      '`ownr` is not an argument of this tool. Did you mean "owner"?',
      [root, 'owner: {"type":"string"}'],
    ],
    [
      '`user` is the argument `owner` of this tool; pass it under that name.',
      [root, 'owner: {"type":"string"}'],
    ],
    ['`zzz` is not an argument of this tool; its arguments are owner, state, body.', []],
    ['`__proto__` is not an argument of this tool.', []],
  ])('%s', (sentence, lines) => {
    expect(help(sentence)).toEqual(lines);
  });

  it('names each argument and what is required once', () => {
    expect(help('body.labels[0] must be text', 'body.labels[1] must be text')).toHaveLength(1);
    expect(help('body.title is missing', 'body.extra must be an object')).toHaveLength(3);
  });

  it('begins with the signature, and is that alone for sentences of others', () => {
    const tool = { name: 'x', description: '', inputSchema, annotations: {} };
    expect(helpWithFaults('No. Ask somebody else.', tool)).toMatch(/^x\(owner, body.*\)$/);
  });

  it('stays small for deep schemas and hostile names, and says that it was cut', () => {
    const lines = help('`body` is required; send an object.', 'pass it as '.repeat(50_000));
    expect(lines.join('\n').length).toBeLessThan(2_000);
    expect(lines.at(-1)).toBe('(cut: describe_tools gives the rest)');
  });
});

describe('a cut schema', () => {
  it('is whole, with its references resolved, where it fits', () => {
    const schema = { $ref: '#/$defs/Id', description: 'Which.' };
    expect(cutSchema(schema, { $defs: { Id: { type: 'integer' } } }, 500)).toEqual({
      text: '{"type":"integer","description":"Which."}',
      isCut: false,
    });
  });

  const wide = Object.fromEntries(
    Array.from({ length: 200 }, (_, place) => [`p${place}`, { $ref: '#/$defs/Wide' }]),
  );
  it.each<readonly [string, JsonSchema]>([
    ['recursive and wide', { $ref: '#/$defs/Wide' }],
    ['a reference to itself', { $ref: '#/$defs/Loop' }],
    ['a long text', { type: 'string', description: 'x'.repeat(10_000) }],
    ['many values', { enum: Array.from({ length: 5_000 }, (_, place) => `value ${place}`) }],
    ['a long constant', { type: 'string', const: 'x'.repeat(10_000), pattern: 'y'.repeat(9_000) }],
    ['combinations in each other', { anyOf: [{ $ref: '#/$defs/Any' }, { type: 'string' }] }],
  ])('keeps to its budget: %s', (_name, schema) => {
    const document = {
      $defs: {
        Wide: { type: 'object', properties: wide },
        Loop: { $ref: '#/$defs/Loop' },
        Any: { anyOf: [{ $ref: '#/$defs/Any' }, { $ref: '#/$defs/Any' }, { type: 'null' }] },
      },
    };
    const { text } = cutSchema(schema, document, 600);
    expect(text.length).toBeLessThanOrEqual(600);
    expect(JSON.parse(text)).toBeTypeOf('object');
  });
});
