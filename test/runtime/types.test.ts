import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type {
  Bridge,
  BridgeArtifact,
  BridgeOptions,
  CredentialSource,
  HandwrittenTool,
  ToolCallContext,
  ToolHandler,
  ToolMiddleware,
  ToolOutcome,
} from '../../src/index.ts';
import { createBridge, defineTool } from '../../src/index.ts';
import type {
  JsonObject,
  Principal,
  StandardSchema,
  StdioOptions,
} from '../../src/runtime/index.ts';
import type { ServerMiddleware } from '../../src/runtime/extension-types.ts';

/*
 * The promises of the public types. The compiler checks them; nothing here has to run, and what would do something is
 * in functions that nobody calls.
 */

interface Session {
  readonly tenant: string;
}

declare const artifact: BridgeArtifact;
declare const middleware: ToolMiddleware<Session>;

describe('the type of the session', () => {
  it('is undefined where nobody names one', () => {
    expectTypeOf<ToolCallContext['session']>().toEqualTypeOf<undefined>();
    const create = () => createBridge({ artifact });
    expectTypeOf(create).returns.toEqualTypeOf<Bridge>();
  });

  it('reaches the handlers of a middleware', () => {
    expectTypeOf<ToolMiddleware<Session>>().parameter(0).toEqualTypeOf<ToolHandler<Session>>();
    expectTypeOf<ToolMiddleware<Session>>().returns.toEqualTypeOf<ToolHandler<Session>>();
    expectTypeOf<ToolHandler<Session>>()
      .parameter(0)
      .toHaveProperty('session')
      .toEqualTypeOf<Session>();
    expectTypeOf<ToolHandler<Session>>().returns.resolves.toEqualTypeOf<ToolOutcome>();
  });

  it('is inferred from any of the options, and holds for all of them', () => {
    const fromMiddleware = () => createBridge({ artifact, middleware: { middleware } });
    const fromPrincipal = () =>
      createBridge({ artifact, principalOf: ({ tenant }: Session) => tenant });
    expectTypeOf(fromMiddleware).returns.toEqualTypeOf<Bridge<Session>>();
    expectTypeOf(fromPrincipal).returns.toEqualTypeOf<Bridge<Session>>();
    expectTypeOf<BridgeOptions<Session>>()
      .toHaveProperty('credentials')
      .exclude(undefined)
      .toEqualTypeOf<CredentialSource<Session>>();
    const mixed = () =>
      // @ts-expect-error a middleware of one session does not fit options of another
      createBridge<{ readonly user: string }>({ artifact, middleware: { middleware } });
    expectTypeOf(mixed).toBeFunction();
  });

  it('is what calls and lists have to bring', () => {
    expectTypeOf<Bridge<Session>['listTools']>().parameter(0).toEqualTypeOf<Session>();
    expectTypeOf<Bridge<Session>['callTool']>()
      .parameter(1)
      .toHaveProperty('session')
      .toEqualTypeOf<Session>();
    expectTypeOf<StdioOptions<Session>['sessionOf']>().returns.toEqualTypeOf<Session>();
  });

  it('may be left open by a middleware that takes any', () => {
    const anybody = <S>(next: ToolHandler<S>): ToolHandler<S> => next;
    const create = () => createBridge<Session>({ artifact, middleware: { anybody } });
    expectTypeOf(create).returns.toEqualTypeOf<Bridge<Session>>();
  });

  it('is a principal, or nothing, beside a generated server', () => {
    expectTypeOf<ServerMiddleware>().toEqualTypeOf<ToolMiddleware<Principal | undefined>>();
  });
});

describe('what a call holds', () => {
  it('is read-only', () => {
    const change = (context: ToolCallContext) => {
      // @ts-expect-error a changed copy is handed on instead
      context.request.arguments = {};
      // @ts-expect-error nor are arguments changed in place
      context.request.arguments['id'] = 1;
    };
    expectTypeOf(change).toBeFunction();
  });

  it('tells generated tools from hand-written ones', () => {
    const method = ({ resolved }: ToolCallContext) =>
      resolved.kind === 'operation' ? resolved.tool.operation.method : undefined;
    expectTypeOf(method).returns.toEqualTypeOf<string | undefined>();
  });

  it('ends as a success with content or as a failure with a reason', () => {
    expectTypeOf<Extract<ToolOutcome, { kind: 'failure' }>>().not.toHaveProperty(
      'structuredContent',
    );
    // @ts-expect-error content is never empty
    const empty: ToolOutcome = { kind: 'success', content: [] };
    expectTypeOf(empty).toExtend<ToolOutcome>();
  });
});

describe('a hand-written tool', () => {
  const text = { kind: 'success', content: [{ type: 'text', text: '' }] } as const;

  it.each([
    ['zod', z.object({ n: z.number().default(1) })],
    ['valibot', toStandardJsonSchema(v.object({ n: v.optional(v.number(), 1) }))],
    ['arktype', type({ n: 'number = 1' })],
  ])('fits Standard Schema as %s has it', (_library, schema) => {
    expectTypeOf(schema).toExtend<StandardSchema>();
  });

  it('gets what its input schema makes of the arguments', () => {
    defineTool({
      name: 'a',
      description: 'A.',
      inputSchema: z.object({ at: z.string().transform((at) => new Date(at)) }),
      handler: ({ request }) => {
        expectTypeOf(request.arguments).toEqualTypeOf<{ at: Date }>();
        return Promise.resolve(text);
      },
    });
    defineTool({
      name: 'a',
      description: 'A.',
      inputSchema: type({ n: 'number = 1' }),
      handler: ({ request }) => {
        expectTypeOf(request.arguments).toEqualTypeOf<{ n: number }>();
        return Promise.resolve(text);
      },
    });
    defineTool({
      name: 'a',
      description: 'A.',
      inputSchema: toStandardJsonSchema(v.object({ n: v.optional(v.number(), 1) })),
      handler: ({ request }) => {
        expectTypeOf(request.arguments).toEqualTypeOf<{ n: number }>();
        return Promise.resolve(text);
      },
    });
  });

  it('gets plain JSON with a JSON Schema, and without any', () => {
    defineTool({
      name: 'a',
      description: 'A.',
      inputSchema: { type: 'object' },
      handler: ({ request }) => {
        expectTypeOf(request.arguments).toEqualTypeOf<JsonObject>();
        return Promise.resolve(text);
      },
    });
    defineTool({
      name: 'a',
      description: 'A.',
      handler: ({ request }) => {
        expectTypeOf(request.arguments).toEqualTypeOf<JsonObject>();
        return Promise.resolve(text);
      },
    });
  });

  it('has to return what its output schema takes', () => {
    const output = { name: 'a', description: 'A.', outputSchema: z.object({ n: z.number() }) };
    defineTool({
      ...output,
      handler: () => Promise.resolve({ ...text, structuredContent: { n: 1 } }),
    });
    // @ts-expect-error structured content is missing
    defineTool({ ...output, handler: () => Promise.resolve(text) });
    defineTool({
      ...output,
      // @ts-expect-error structured content does not fit
      handler: () => Promise.resolve({ ...text, structuredContent: { n: 'one' } }),
    });
  });

  it('names its session by its handler, and fits every bridge that has it', () => {
    const own = defineTool({
      name: 'a',
      description: 'A.',
      handler: ({ session }: ToolCallContext<Session>) =>
        Promise.resolve({ kind: 'success', content: [{ type: 'text', text: session.tenant }] }),
    });
    expectTypeOf(own).toEqualTypeOf<HandwrittenTool<Session>>();
    const anybodys = defineTool({
      name: 'a',
      description: 'A.',
      handler: () => Promise.resolve(text),
    });
    expectTypeOf(anybodys).toExtend<HandwrittenTool<Session>>();
    expectTypeOf(anybodys).toExtend<HandwrittenTool>();
    const create = () => createBridge({ artifact, tools: [own] });
    expectTypeOf(create).returns.toEqualTypeOf<Bridge<Session>>();
  });
});
