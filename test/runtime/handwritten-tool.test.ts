import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../src/model/json.ts';
import type { ToolOutcome } from '../../src/runtime/call.ts';
import type { InternalProblem } from '../../src/runtime/guard.ts';
import type { HandwrittenTool } from '../../src/runtime/handwritten-tool.ts';
import type { Bridge, BridgeOptions, StandardSchema, ToolSchema } from '../../src/runtime/index.ts';
import { createBridge, createRedactor } from '../../src/runtime/index.ts';
import { artifactOf, toolOf } from '../support/artifact-builder.ts';
import { done, reasonOf, textOf } from '../support/call-context.ts';

/** A tool that hands its arguments to `seen`, and answers with `answer`. */
function toolWith(
  parts: Partial<HandwrittenTool>,
  answer: ToolOutcome = done,
): { readonly tool: HandwrittenTool; readonly seen: readonly unknown[] } {
  const seen: unknown[] = [];
  return {
    seen,
    tool: {
      name: 'own',
      description: 'Our own.\nSecond line.',
      handler: ({ request }) => {
        seen.push(request.arguments);
        return Promise.resolve(answer);
      },
      ...parts,
    },
  };
}

/** A success with structured content. */
function answerWith(structuredContent: JsonObject): ToolOutcome {
  return { kind: 'success', content: [{ type: 'text', text: 'done' }], structuredContent };
}

interface Started {
  readonly bridge: Bridge;
  readonly problems: readonly InternalProblem[];
  readonly call: (given: JsonObject) => Promise<ToolOutcome>;
}

function start(tool: HandwrittenTool, options: Partial<BridgeOptions> = {}): Started {
  const problems: InternalProblem[] = [];
  const bridge = createBridge({
    artifact: artifactOf(),
    tools: [tool],
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  onTestFinished(() => bridge.close());
  return {
    bridge,
    problems,
    call: (given) => {
      const signal = new AbortController().signal;
      const running = bridge.callTool(tool.name, {
        arguments: given,
        meta: {},
        signal,
        session: undefined,
      });
      if (running === undefined) throw new Error(`no tool ${tool.name}`);
      return running;
    },
  };
}

/** The tool as clients see it. */
const shown = ({ bridge }: Started): unknown =>
  bridge.listTools(undefined).find(({ name }) => name === 'own');

/** What an error says of the problem `cause`, for the log. */
const causes = ({ problems }: Started): readonly string[] =>
  problems.map(({ cause }) => String(cause));

describe('a tool with JSON Schema', () => {
  const inputSchema = {
    type: 'object',
    properties: { n: { type: 'integer', 'x-own': [1] } },
    required: ['n'],
    $comment: 'stays',
  } as const;

  it('takes no arguments by default', () => {
    expect(shown(start(toolWith({}).tool))).toMatchObject({
      inputSchema: { type: 'object', properties: {} },
    });
    expect(
      Object.keys((shown(start(toolWith({}).tool)) as { inputSchema: object }).inputSchema),
    ).toEqual(['type', 'properties']);
  });

  it('shows the schema as it stands, and hands over the arguments as they came', async () => {
    const { tool, seen } = toolWith({ inputSchema });
    const started = start(tool);
    expect(shown(started)).toMatchObject({ inputSchema });
    for (const given of [{ n: '5' }, {}, { n: 1, more: true }]) {
      expect(reasonOf(await started.call(given))).toBe('success');
    }
    expect(seen).toEqual([{ n: '5' }, {}, { n: 1, more: true }]);
  });

  it('enforces the schema where it is told to, still without changing the arguments', async () => {
    const { tool, seen } = toolWith({ inputSchema, validateArguments: true });
    const started = start(tool);
    const refused = await started.call({ n: '5' });
    expect(reasonOf(refused)).toBe('arguments');
    expect(textOf(refused)).toContain('n must be a whole number, got "5"');
    expect(reasonOf(await started.call({ n: 5, more: 'x' }))).toBe('success');
    expect(seen).toEqual([{ n: 5, more: 'x' }]);
  });
});

/** The same contract in each library: a name, and a count that is text or number and becomes a number. */
const libraries: readonly (readonly [string, StandardSchema])[] = [
  ['zod', z.object({ name: z.string().min(1), count: z.coerce.number().default(3) })],
  [
    'valibot',
    toStandardJsonSchema(
      v.object({
        name: v.pipe(v.string(), v.minLength(1)),
        count: v.optional(v.number(), 3),
      }),
    ),
  ],
  ['arktype', type({ name: 'string>0', count: 'number = 3' })],
];

describe.each(libraries)('a tool with a schema of %s', (_library, inputSchema) => {
  it('shows the JSON Schema of what goes in', () => {
    expect(shown(start(toolWith({ inputSchema }).tool))).toMatchObject({
      inputSchema: {
        type: 'object',
        properties: { name: { type: 'string', minLength: 1 }, count: {} },
        required: ['name'],
      },
    });
  });

  it('shows no dialect, which MCP implies', () => {
    expect(JSON.stringify(shown(start(toolWith({ inputSchema }).tool)))).not.toContain('$schema');
  });

  it('hands over what the schema made of the arguments', async () => {
    const { tool, seen } = toolWith({ inputSchema });
    expect(reasonOf(await start(tool).call({ name: 'Ada' }))).toBe('success');
    expect(seen).toEqual([{ name: 'Ada', count: 3 }]);
  });

  it.each([undefined, false, true])(
    'always refuses what does not fit: validateArguments %s',
    async (validateArguments) => {
      const { tool, seen } = toolWith({
        inputSchema,
        ...(validateArguments === undefined ? {} : { validateArguments }),
      });
      const refused = await start(tool).call({ name: '' });
      expect(reasonOf(refused)).toBe('arguments');
      expect(textOf(refused)).toMatch(/^The arguments of own do not fit[^]*\n- name/);
      expect(seen).toEqual([]);
    },
  );

  it('refuses before the person is asked', async () => {
    const { tool } = toolWith({ inputSchema, confirm: true });
    expect(textOf(await start(tool).call({}))).toContain('name');
  });

  it('holds structured content to the same schema', async () => {
    const fitting = start(
      toolWith({ outputSchema: inputSchema }, answerWith({ name: 'Ada' })).tool,
    );
    expect(shown(fitting)).toMatchObject({ outputSchema: { type: 'object' } });
    expect(await fitting.call({})).toMatchObject({ structuredContent: { name: 'Ada', count: 3 } });
    const wrong = start(toolWith({ outputSchema: inputSchema }, answerWith({ name: '' })).tool);
    expect(reasonOf(await wrong.call({}))).toBe('internal');
    expect(causes(wrong)[0]).toMatch(/"own" returned structured content .*name/);
  });
});

describe('a Standard Schema', () => {
  /** Written by hand: what comes in as text leaves as a date. */
  const dated: StandardSchema<{ readonly at: string }, { readonly at: Date }> = {
    '~standard': {
      version: 1,
      vendor: 'own',
      validate: async (value) => {
        const { at } = value as { readonly at?: unknown };
        await Promise.resolve();
        return typeof at === 'string'
          ? { value: { at: new Date(at) } }
          : { issues: [{ message: 'must be a day', path: [{ key: 'at' }, 0, 'first day'] }] };
      },
    },
  };
  const advertise = { inputSchema: { type: 'object', properties: { at: {} } } } as const;

  it('may check later, and make what JSON does not have', async () => {
    const { tool, seen } = toolWith({ inputSchema: dated, advertise });
    const started = start(tool);
    expect(shown(started)).toMatchObject(advertise);
    await started.call({ at: '2026-12-01' });
    expect(seen).toEqual([{ at: new Date('2026-12-01') }]);
    expect(textOf(await started.call({}))).toContain('- at[0]["first day"]: must be a day');
  });

  it('is asked again for arguments that a middleware changed, and for a second call', async () => {
    const { tool, seen } = toolWith({
      inputSchema: z.object({ n: z.number() }),
      middleware: ['change'],
    });
    const started = start(tool, {
      middleware: {
        change: (next) => async (context) => {
          await next(context);
          await next(context);
          const { request } = context;
          await next({ ...context, request: { ...request, arguments: { n: 2 } } });
          return next({ ...context, request: { ...request, arguments: { n: 'two' } } });
        },
      },
    });
    expect(reasonOf(await started.call({ n: 1 }))).toBe('arguments');
    expect(seen).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }]);
    expect(seen[0]).not.toBe(seen[1]);
  });

  it('whose own code throws is a clean failure', async () => {
    const inputSchema: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: () => {
          throw new Error('hunter2');
        },
      },
    };
    const started = start(toolWith({ inputSchema, advertise }).tool);
    const outcome = await started.call({});
    expect(reasonOf(outcome)).toBe('internal');
    expect(textOf(outcome)).not.toContain('hunter2');
    expect(started.problems).toMatchObject([{ part: 'the input schema of the tool "own"' }]);
  });

  it('shows no known secret in what it says', async () => {
    const inputSchema: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: () => ({ issues: [{ message: 'hunter2-hunter2 was refused' }] }),
      },
    };
    const { tool } = toolWith({ inputSchema, advertise });
    const outcome = await start(tool, { redactor: createRedactor(['hunter2-hunter2']) }).call({});
    expect(textOf(outcome)).toContain('- [redacted] was refused');
  });

  it('tells twenty faults and counts the rest', async () => {
    const many = z.object({ list: z.array(z.number()) });
    const outcome = await start(toolWith({ inputSchema: many }).tool).call({
      list: Array.from({ length: 30 }, () => 'x'),
    });
    expect(textOf(outcome).split('\n- ')).toHaveLength(22);
    expect(textOf(outcome)).toContain('- and 10 more');
  });

  it('with a choice at its root is shown as an object', () => {
    const inputSchema = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(shown(start(toolWith({ inputSchema }).tool))).toMatchObject({
      inputSchema: { type: 'object', anyOf: [{ type: 'object' }, { type: 'object' }] },
    });
  });

  it.each<readonly [string, ToolSchema, RegExp, RegExp]>([
    [
      'that cannot say its JSON Schema',
      v.object({}),
      /inputSchema of the hand-written tool "own" does not say its own \(valibot\)/,
      /toStandardJsonSchema/,
    ],
    ['written by hand without it', dated, /does not say its own \(own\)/, /"advertise"/],
    [
      'that JSON Schema cannot express',
      z.object({ at: z.date() }),
      /cannot be written as JSON Schema: .*Date/,
      /"advertise"/,
    ],
    ['of text', z.string(), /^The root of the inputSchema .* is no object/, /member/],
    ['that is none', { type: 'string' }, /neither a Standard Schema nor a JSON Schema/, /"object"/],
  ])('%s stops the start with a way out', (_case, inputSchema, message, fix) => {
    expect(() => start(toolWith({ inputSchema }).tool)).toThrow(
      expect.objectContaining({
        code: 'configuration-invalid',
        message: expect.stringMatching(message),
        fix: expect.stringMatching(fix),
      }),
    );
  });
});

describe('structured content under a JSON Schema', () => {
  const outputSchema = {
    type: 'object',
    properties: { id: { type: 'integer' } },
    required: ['id'],
  } as const;

  it.each<readonly [string, ToolOutcome, string, RegExp | undefined]>([
    ['that fits is passed on', answerWith({ id: 1 }), 'success', undefined],
    ['that is missing', done, 'internal', /returned no structured content/],
    [
      'that does not fit',
      answerWith({ id: 'x' }),
      'internal',
      /id must be a whole number, got "x"/,
    ],
    [
      'is not asked of a failure',
      { kind: 'failure', reason: 'refused', content: [{ type: 'text', text: 'no' }] },
      'refused',
      undefined,
    ],
    ['of no outcome at all', null as never, 'internal', /returned no outcome/],
  ])('%s', async (_case, answer, reason, cause) => {
    const started = start(toolWith({ outputSchema }, answer).tool);
    expect(reasonOf(await started.call({}))).toBe(reason);
    expect(causes(started)).toEqual(cause === undefined ? [] : [expect.stringMatching(cause)]);
  });
});

describe('the metadata of a tool', () => {
  const annotations = { title: 'Own', readOnlyHint: true, openWorldHint: false } as const;
  const shownAnnotations = { ...annotations, destructiveHint: false, idempotentHint: false };

  it.each<readonly [string, Partial<HandwrittenTool>]>([
    ['as MCP writes it', { annotations, _meta: { 'com.example/x': 1 } }],
    [
      'as overlays write it',
      {
        hints: { title: 'Own', readOnly: true, openWorld: false },
        meta: { 'com.example/x': 1 },
      },
    ],
  ])('is shown %s', (_case, parts) => {
    const wire = shown(start(toolWith({ ...parts, title: 'Mine' }).tool));
    expect(wire).toMatchObject({
      title: 'Mine',
      annotations: { title: 'Own', readOnlyHint: true, openWorldHint: false },
      _meta: { 'com.example/x': 1 },
    });
    expect(Object.keys((wire as { annotations: object }).annotations).sort()).toEqual(
      Object.keys(shownAnnotations).sort(),
    );
  });

  it.each<readonly [string, object, RegExp]>([
    ['twice', { hints: {}, annotations: {} }, /hints and annotations, which say the same/],
    ['under two names', { meta: {}, _meta: {} }, /meta and _meta, which say the same/],
    ['under no name that a tool has', { anotations: {} }, /field "anotations"/],
  ])('is refused %s', (_case, parts, message) => {
    expect(() => start({ ...toolWith({}).tool, ...parts })).toThrow(message);
  });
});

describe('what is no tool', () => {
  it.each([null, undefined, 'tool', 5, [], () => undefined])(
    'stops the start with a clear text: %s',
    (value) => {
      expect(() => createBridge({ artifact: artifactOf(), tools: [value as never] })).toThrow(
        expect.objectContaining({ code: 'configuration-invalid' }),
      );
    },
  );

  it.each(['getThing', 'search_tools', 'call_tool', 'call_read_tool', 'describe_tools'])(
    'has a name that another tool has: %s',
    (name) => {
      const { tool } = toolWith({ name });
      const artifact = artifactOf({ tools: [toolOf()], mode: 'deferred', search: {} });
      expect(() => start(tool, { artifact })).toThrow(
        expect.objectContaining({ code: 'tool-clash', message: expect.stringContaining(name) }),
      );
    },
  );
});
