import type { ApiModel, Operation, Server } from '../model/api.ts';

/** An operation whose method and path fit a request. */
export interface MatchedOperation {
  readonly operation: Operation;
  /** Undecoded text of each path expression by name. */
  readonly pathTexts: ReadonlyMap<string, string>;
}

/** What a request's method and path lead to. */
export type RouteMatch =
  | { readonly kind: 'match'; readonly candidates: readonly MatchedOperation[] }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

/** Finds operations by method and undecoded path. */
export type Router = (method: string, path: string) => RouteMatch;

interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** Characters of literal text: more literal is more specific (3.2 §Path Templating Matching). */
  readonly weight: number;
  readonly expressions: number;
}

/**
 * Builds a router for an API. A path fits below any base path of the operation's servers, and also without one, so that
 * a mock on its own port can stand for the whole server URL.
 */
export function createRouter(api: ApiModel): Router {
  const routes = api.operations.map((operation) => createRoute(operation, api.servers));
  return (method, path) => {
    const fitting = routes.flatMap((route) => {
      const match = route.pattern.exec(path);
      return match === null ? [] : [{ route, match }];
    });
    const own = fitting.filter(({ route }) => route.operation.method === method);
    if (own.length === 0) {
      return fitting.length === 0
        ? { kind: 'none' }
        : {
            kind: 'method',
            allowed: [...new Set(fitting.map(({ route }) => route.operation.method))],
          };
    }
    const candidates = own
      .sort((a, b) => a.route.expressions - b.route.expressions || b.route.weight - a.route.weight)
      .map(({ route, match }) => ({
        operation: route.operation,
        pathTexts: new Map(route.names.map((name, index) => [name, match[index + 1] ?? ''])),
      }));
    return { kind: 'match', candidates };
  };
}

function createRoute(operation: Operation, rootServers: readonly Server[]): Route {
  const names: string[] = [];
  let weight = 0;
  const multi = new Set(
    operation.parameters.flatMap((parameter) =>
      parameter.in === 'path' && parameter.multiSegment ? [parameter.name] : [],
    ),
  );
  const body = operation.pathTemplate
    .map((part) => {
      if (part.kind === 'literal') {
        weight += part.text.length;
        return escapeRegExp(part.text);
      }
      names.push(part.name);
      return multi.has(part.name) ? '(.+?)' : '([^/]*?)';
    })
    .join('');
  const bases = (operation.servers ?? rootServers).map(({ url }) => escapeRegExp(basePath(url)));
  const prefix = [...new Set([...bases, ''])].join('|');
  return {
    operation,
    pattern: new RegExp(`^(?:${prefix})${body}$`, 's'),
    names,
    weight,
    expressions: names.length,
  };
}

function basePath(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return path.replace(/\/$/, '');
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
