import { describe, expect, it } from 'vitest';
import type { ToolHandler, ToolMiddleware } from '../../src/runtime/call.ts';
import { failure } from '../../src/runtime/call.ts';
import type { GuardOptions, NamedMiddleware } from '../../src/runtime/guard.ts';
import type { BuiltInName } from '../../src/runtime/dispatch.ts';
import {
  buildOnion,
  builtInNames,
  checkRegistry,
  resolveMiddleware,
} from '../../src/runtime/dispatch.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import { contextOf, done, reasonOf, textOf } from '../support/call-context.ts';

const guards: GuardOptions = { report: () => undefined, redactor: createRedactor() };

/** A layer that notes when a call enters and when it leaves. */
function tracing(name: string, trace: string[]): ToolMiddleware {
  return (next) => async (context) => {
    trace.push(`> ${name}`);
    const outcome = await next(context);
    trace.push(`< ${name}`);
    return outcome;
  };
}

function named(name: string, trace: string[]): NamedMiddleware<undefined> {
  return { name, middleware: tracing(name, trace) };
}

describe('the order of the layers', () => {
  it("is pinned, with a person's own at their two places, first listed outermost", async () => {
    const trace: string[] = [];
    // Given in reverse, so that the order of the object cannot be what decides.
    const builtIn = Object.fromEntries(
      builtInNames.toReversed().map((name) => [name, tracing(name, trace)]),
    ) as Partial<Record<BuiltInName, ToolMiddleware>>;
    const handler: ToolHandler = () => {
      trace.push('handler');
      return Promise.resolve(done);
    };
    const layers = {
      builtIn,
      serverWide: [named('a', trace), named('b', trace)],
      perTool: [named('c', trace), named('d', trace)],
    };
    await buildOnion(layers, handler, guards)(contextOf());
    const inward = [
      'audit',
      'scopes',
      'readOnly',
      'rateLimit',
      'concurrency',
      'validate',
      'confirm',
      'a',
      'b',
      'cache',
      'timeout',
      'auth',
      'retry',
      'c',
      'd',
    ];
    expect(trace).toEqual([
      ...inward.map((name) => `> ${name}`),
      'handler',
      ...inward.toReversed().map((name) => `< ${name}`),
    ]);
  });

  it('leaves out what is not configured', async () => {
    const trace: string[] = [];
    await buildOnion(
      { builtIn: { auth: tracing('auth', trace) }, serverWide: [], perTool: [] },
      () => Promise.resolve(done),
      guards,
    )(contextOf());
    expect(trace).toEqual(['> auth', '< auth']);
  });

  it('lets a layer call the next one again', async () => {
    let calls = 0;
    const twice: ToolMiddleware = (next) => async (context) => {
      await next(context);
      return next(context);
    };
    await buildOnion(
      { builtIn: {}, serverWide: [{ name: 'twice', middleware: twice }], perTool: [] },
      () => {
        calls += 1;
        return Promise.resolve(done);
      },
      guards,
    )(contextOf());
    expect(calls).toBe(2);
  });
});

describe('a layer that fails', () => {
  const throwing: ToolMiddleware = () => () => Promise.reject(new Error('hunter2'));
  const synchronous: ToolMiddleware = () => () => {
    throw new Error('hunter2');
  };

  it.each([
    [
      'a server-wide one',
      { builtIn: {}, serverWide: [{ name: 'bad', middleware: throwing }], perTool: [] },
    ],
    [
      'one of the tool',
      { builtIn: {}, serverWide: [], perTool: [{ name: 'bad', middleware: throwing }] },
    ],
    [
      'one that throws at once',
      { builtIn: {}, serverWide: [{ name: 'bad', middleware: synchronous }], perTool: [] },
    ],
    ['a built-in one', { builtIn: { validate: throwing }, serverWide: [], perTool: [] }],
    ['the audit itself', { builtIn: { audit: throwing }, serverWide: [], perTool: [] }],
  ])('%s gives a clean failure', async (_case, layers) => {
    const problems: unknown[] = [];
    const outcome = await buildOnion(layers, () => Promise.resolve(done), {
      ...guards,
      report: (problem) => problems.push(problem),
    })(contextOf());
    expect(reasonOf(outcome)).toBe('internal');
    expect(textOf(outcome)).not.toContain('hunter2');
    expect(problems).toHaveLength(1);
  });

  it('is seen by the audit as a failure, not as an exception', async () => {
    const seen: string[] = [];
    const audit: ToolMiddleware = (next) => async (context) => {
      const outcome = await next(context);
      seen.push(reasonOf(outcome));
      return outcome;
    };
    await buildOnion(
      { builtIn: { audit, validate: throwing }, serverWide: [], perTool: [] },
      () => Promise.resolve(done),
      guards,
    )(contextOf());
    expect(seen).toEqual(['internal']);
  });

  it('after the client is gone counts as cancelled', async () => {
    const outcome = await buildOnion(
      { builtIn: {}, serverWide: [{ name: 'bad', middleware: throwing }], perTool: [] },
      () => Promise.resolve(done),
      guards,
    )(contextOf({ signal: AbortSignal.abort() }));
    expect(reasonOf(outcome)).toBe('cancelled');
  });

  it('passes on a failure that a layer returns', async () => {
    const refusing: ToolMiddleware = () => () => Promise.resolve(failure('refused', 'not today'));
    const outcome = await buildOnion(
      { builtIn: {}, serverWide: [{ name: 'no', middleware: refusing }], perTool: [] },
      () => Promise.resolve(done),
      guards,
    )(contextOf());
    expect([reasonOf(outcome), textOf(outcome)]).toEqual(['refused', 'not today']);
  });
});

describe('middleware by name', () => {
  const pass: ToolMiddleware = (next) => next;

  it('is looked up in the order of the list; built-in names configure slots', () => {
    expect(
      resolveMiddleware(['b', 'rateLimit', 'a'], { a: pass, b: pass }, 'the server').map(
        ({ name }) => name,
      ),
    ).toEqual(['b', 'a']);
  });

  it.each(['tennant', 'constructor', '__proto__'])(
    'that is not supplied stops the start: %s',
    (name) => {
      expect(() => resolveMiddleware([name], { tenant: pass }, 'getThing')).toThrow(
        expect.objectContaining({
          code: 'middleware-missing',
          message: expect.stringContaining('getThing'),
        }),
      );
    },
  );

  it('may not have the name of a built-in, and must be a function', () => {
    expect(() => {
      checkRegistry({ audit: pass });
    }).toThrow(expect.objectContaining({ code: 'configuration-invalid' }));
    expect(() => {
      checkRegistry({ mine: 5 as never });
    }).toThrow(expect.objectContaining({ code: 'configuration-invalid' }));
  });
});
