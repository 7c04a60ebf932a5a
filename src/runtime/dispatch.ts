import { BridgeError } from '../model/errors.ts';
import { ownValue } from '../model/json.ts';
import { didYouMean } from '../model/nearest-names.ts';
import type { ToolHandler, ToolMiddleware } from './call.ts';
import { composeMiddleware } from './call.ts';
import type { GuardOptions, NamedMiddleware } from './guard.ts';
import { guardHandler, guardMiddleware } from './guard.ts';

/** The built-in middleware by name, outermost first. */
export const builtInNames = [
  'audit',
  'scopes',
  'readOnly',
  'rateLimit',
  'concurrency',
  'validate',
  'confirm',
  'cache',
  'timeout',
  'auth',
  'retry',
] as const;

/** A slot of the onion that the runtime fills by itself. */
export type BuiltInName = (typeof builtInNames)[number];

/** Whether a name is that of a built-in, which configures its slot instead of adding a layer. */
export function isBuiltIn(name: string): name is BuiltInName {
  return (builtInNames as readonly string[]).includes(name);
}

/** What stands around the handler of one tool. Slots that are absent cost nothing. */
export interface OnionLayers<S> {
  readonly builtIn: Readonly<Partial<Record<BuiltInName, ToolMiddleware<S>>>>;
  /** A person's own middleware around every tool, outermost first. */
  readonly serverWide: readonly NamedMiddleware<S>[];
  /** A person's own middleware around this tool, outermost first. */
  readonly perTool: readonly NamedMiddleware<S>[];
}

/** The order of the layers, outermost first: the built-ins, with the places of a person's own among them. */
const layerOrder = [
  'audit',
  'scopes',
  'readOnly',
  'rateLimit',
  'concurrency',
  'validate',
  'confirm',
  'serverWide',
  'cache',
  'timeout',
  'auth',
  'retry',
  'perTool',
] as const satisfies readonly (BuiltInName | 'serverWide' | 'perTool')[];

/**
 * Folds the layers around a handler. Whatever is thrown below the audit is a failure that the audit records;
 * what the audit throws is one too. The result never rejects.
 */
export function buildOnion<S>(
  layers: OnionLayers<S>,
  handler: ToolHandler<S>,
  guards: GuardOptions,
): ToolHandler<S> {
  const list = layerOrder.flatMap((slot): readonly ToolMiddleware<S>[] => {
    if (slot === 'serverWide' || slot === 'perTool') {
      return layers[slot].map((middleware) => guardMiddleware(middleware, guards));
    }
    const middleware = layers.builtIn[slot];
    if (middleware === undefined) return [];
    return slot === 'audit' ? [middleware, guarded(guards)] : [middleware];
  });
  return composeMiddleware([guarded<S>(guards), ...list])(handler);
}

function guarded<S>(guards: GuardOptions): ToolMiddleware<S> {
  return (next) => guardHandler(next, 'the server', guards);
}

/** A person's middleware by name. */
export type MiddlewareRegistry<S> = Readonly<Record<string, ToolMiddleware<S>>>;

/**
 * Looks up a person's middleware; names of built-ins are left out, since they configure slots.
 *
 * @param where Names the list for the error: `the server` or a tool's name.
 * @throws BridgeError `middleware-missing` for a name that is neither.
 */
export function resolveMiddleware<S>(
  names: readonly string[],
  registry: MiddlewareRegistry<S>,
  where: string,
): readonly NamedMiddleware<S>[] {
  return names
    .filter((name) => !isBuiltIn(name))
    .map((name) => {
      const middleware = ownValue(registry, name);
      if (middleware !== undefined) return { name, middleware };
      const help = didYouMean(name, [...Object.keys(registry), ...builtInNames]);
      throw new BridgeError(
        'middleware-missing',
        `The middleware "${name}" of ${where} is neither built in nor supplied. ${help}`.trim(),
        {
          fix:
            `Export a function named "${name}" from middleware.mjs in the folder of the server, or take the name away. ` +
            'A document that is served without a folder has none: build one.',
        },
      );
    });
}

/**
 * Checks that a person's middleware does not take a built-in's name, which could never be reached.
 *
 * @throws BridgeError `configuration-invalid` for such a name, or for what is no function.
 */
export function checkRegistry<S>(registry: MiddlewareRegistry<S>): void {
  for (const [name, middleware] of Object.entries(registry)) {
    const kind: string = typeof middleware;
    if (kind !== 'function') {
      throw new BridgeError('configuration-invalid', `The middleware "${name}" is no function.`, {
        fix: 'Write (next) => async (context) => next(context).',
      });
    }
    if (isBuiltIn(name)) {
      throw new BridgeError(
        'configuration-invalid',
        `The middleware "${name}" has the name of a built-in one.`,
        { fix: 'Give it another name.' },
      );
    }
  }
}
