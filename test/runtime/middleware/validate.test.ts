import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonSchema } from '../../../src/model/json.ts';
import { createSchemaCompiler } from '../../../src/runtime/middleware/validate/compile-schema.ts';
import { createValidation } from '../../../src/runtime/middleware/validate/validate.ts';
import { toolOf } from '../../support/artifact-builder.ts';
import { contextOf, reasonOf, recordingHandler, textOf } from '../../support/call-context.ts';

async function validate(inputSchema: JsonSchema, given: JsonObject): Promise<string> {
  const { handler, calls } = recordingHandler();
  const tool = toolOf({ inputSchema });
  const validation = createValidation({ compiler: createSchemaCompiler() });
  const outcome = await validation(handler)(
    contextOf({ resolved: { kind: 'operation', tool }, arguments: given }),
  );
  expect(calls.length).toBe(outcome.kind === 'success' ? 1 : 0);
  return reasonOf(outcome) === 'success' ? 'success' : textOf(outcome);
}

const object = (properties: JsonObject, rest: JsonObject = {}): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...rest,
});

const forms = {
  ...object({
    body: object({ shape: { oneOf: [{ $ref: '#/$defs/Disc' }, { $ref: '#/$defs/Box' }] } }),
  }),
  $defs: {
    Disc: object(
      { kind: { const: 'disc' }, radius: { type: 'number' } },
      { required: ['kind', 'radius'] },
    ),
    Box: object(
      { kind: { const: 'box' }, side: { type: 'number' }, label: { type: 'string' } },
      { required: ['kind', 'side', 'label'] },
    ),
  },
};

describe('validating arguments', () => {
  it.each<[string, JsonSchema, JsonObject, RegExp]>([
    [
      'a wrong type',
      object({ age: { type: 'integer' } }),
      { age: 'x' },
      /age must be a whole number, got "x"/,
    ],
    [
      'a number in quotes',
      object({ age: { type: 'integer' } }),
      { age: '28' },
      /Send the number without quotes/,
    ],
    [
      'a path into lists',
      object({ body: object({ tags: { type: 'array', items: { type: 'string' } } }) }),
      { body: { tags: ['a', 5] } },
      /body\.tags\[1\] must be text, got 5/,
    ],
    [
      'several types',
      object({ x: { type: ['string', 'null'] } }),
      { x: 1 },
      /x must be text or null, got 1/,
    ],
    [
      'a missing argument',
      object({ id: { type: 'string', description: 'Which pet.' } }, { required: ['id'] }),
      {},
      /id is missing: send text \(Which pet\.\)/,
    ],
    [
      'an unknown argument',
      object({ title: {}, tags: {} }),
      { titel: 'x' },
      /titel is not known here\. Did you mean "title"\?/,
    ],
    [
      'an unknown argument far from all',
      object({ title: {} }),
      { zzz: 'x' },
      /zzz is not known here\. It takes "title"/,
    ],
    [
      'an enum',
      object({ state: { enum: ['open', 'closed'] } }),
      { state: 'opened' },
      /state must be one of "open", "closed", got "opened"\. Did you mean "open"\?/,
    ],
    ['a bound', object({ n: { minimum: 1 } }), { n: 0 }, /n must be >= 1, got 0/],
    [
      'a length',
      object({ s: { minLength: 1 } }),
      { s: '' },
      /s must have at least 1 character, got ""/,
    ],
    [
      'a format',
      object({ at: { type: 'string', format: 'date-time' } }),
      { at: 'now' },
      /at must be in the format date-time, got "now"/,
    ],
    [
      'a pattern',
      object({ c: { pattern: '^a' } }),
      { c: 'b' },
      /c must match the pattern \^a, got "b"/,
    ],
    [
      'JSON text for an object',
      object({ body: { type: 'object' } }),
      { body: '{"a":1}' },
      /Send the value itself, not its JSON text/,
    ],
    [
      'one value for a list',
      object({ ids: { type: 'array' } }),
      { ids: 5 },
      /Put the value into a list/,
    ],
    [
      'a key that needs quoting',
      object({ body: object({ 'a b': { type: 'string' } }) }),
      { body: { 'a b': 1 } },
      /body\["a b"\] must be text/,
    ],
    [
      'the form that came nearest',
      forms,
      { body: { shape: { kind: 'disc' } } },
      /body\.shape\.radius is missing/,
    ],
  ])('tells %s', async (_case, schema, given, expected) => {
    expect(await validate(schema, given)).toMatch(expected);
  });

  it('leaves out the faults of forms that were not meant', async () => {
    expect(await validate(forms, { body: { shape: { kind: 'disc' } } })).not.toMatch(
      /side|label|"box"/,
    );
  });

  it('tells every fault at once, and no more than help', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );
    const given = Object.fromEntries(Object.keys(properties).map((name) => [name, 1]));
    const text = await validate(object(properties), given);
    expect(text.match(/must be text/g)).toHaveLength(20);
    expect(text).toMatch(/and 10 more/);
  });

  it('lets fitting arguments pass', async () => {
    expect(await validate(object({ n: { type: 'integer' } }), { n: 1 })).toBe('success');
    expect(await validate(forms, { body: { shape: { kind: 'box', side: 1, label: 'x' } } })).toBe(
      'success',
    );
  });

  it('does not take what every object inherits for an argument', async () => {
    const schema = object({ constructor: { type: 'string' }, toString: { type: 'string' } });
    expect(await validate(schema, {})).toBe('success');
    expect(await validate({ ...schema, required: ['constructor'] }, {})).toMatch(/constructor/);
  });

  it('shortens what it shows', async () => {
    const text = await validate(object({ n: { type: 'integer' } }), { n: 'x'.repeat(10_000) });
    expect(text.length).toBeLessThan(400);
  });

  it('compiles each tool once, and again when its schema is another', async () => {
    const compiler = createSchemaCompiler();
    const schema = object({ n: { type: 'integer' } });
    const first = await compiler.compile('tool', schema);
    expect(await compiler.compile('tool', schema)).toBe(first);
    const other = await compiler.compile('tool', object({ n: { type: 'string' } }));
    expect(other({ n: 1 })).toHaveLength(1);
  });

  it('keeps two tools apart whose schemas have one $id', async () => {
    const compiler = createSchemaCompiler();
    const one = await compiler.compile('one', {
      ...object({ n: { type: 'integer' } }),
      $id: 'https://x.example/s',
    });
    const two = await compiler.compile('two', {
      ...object({ n: { type: 'string' } }),
      $id: 'https://x.example/s',
    });
    expect([one({ n: 1 }).length, two({ n: 1 }).length]).toEqual([0, 1]);
  });
});
