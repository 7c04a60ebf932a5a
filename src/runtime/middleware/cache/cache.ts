import { createHash, randomUUID } from 'node:crypto';
import { canonicalStringify, isJsonObject, ownValue } from '../../../model/json.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Tool } from '../../../model/tool.ts';
import type { AnswerHead, ToolCallContext, ToolMiddleware, ToolOutcome } from '../../call.ts';
import type { Clock } from '../../clock.ts';
import type { HeaderPair } from '../../request/plan.ts';
import type { CallerKey } from '../rate-limit.ts';
import type { CacheSettings } from './cache-settings.ts';
import type { Keeping } from './freshness.ts';
import { freshnessOf, keepingOf, saysFreshness, validatorsOf } from './freshness.ts';
import type { CacheStore } from './memory-cache.ts';

/** What the caches of all tools of a bridge share. */
export interface CacheSource<S> {
  readonly store: CacheStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Names the server, so that servers which share a store do not meet. */
  readonly scope: string;
  /** Who a caller is; by default the session. Answers are never given to another one. */
  readonly callerKey?: CallerKey<S>;
}

/** A result as it is kept. */
interface Kept extends Keeping {
  readonly outcome: ToolOutcome & { readonly kind: 'success' };
  readonly storedAt: number;
}

/** How long a result is kept that can be asked about again, beyond its freshness. */
const revalidationMs = 3_600_000;

/** Longer than anything is kept, so that a generation ends after all that belongs to the one before. */
const generationMs = 7 * 86_400_000;

/** Parameters with which a caller speaks to caches by itself. */
const ownConditions =
  /^(?:if-(?:none-)?match|if-(?:un)?modified-since|if-range|range|cache-control)$/i;

/**
 * Gives results again while they are fresh, and afterwards asks the upstream whether they still hold (RFC 9111,
 * RFC 9110 §13). For GET and HEAD alone, for each caller apart. A store that fails counts as empty.
 */
export function createCache<S = undefined>(
  tool: Tool,
  settings: CacheSettings,
  source: CacheSource<S>,
): ToolMiddleware<S> {
  const { store, clock } = source;
  const limits = {
    defaultMs: settings.defaultSeconds * 1_000,
    maxMs: settings.maxSeconds * 1_000,
  };

  async function keep(
    key: string,
    outcome: Kept['outcome'],
    keeping: Keeping,
  ): Promise<string | undefined> {
    const text = JSON.stringify({ ...keeping, outcome, storedAt: clock.now() } satisfies Kept);
    if (Buffer.byteLength(text) > settings.maxEntryBytes) return 'cache: too large to keep';
    const canAsk = keeping.etag !== undefined || keeping.lastModified !== undefined;
    await quietly(store.keep(key, text, keeping.freshMs + (canAsk ? revalidationMs : 0)));
    return undefined;
  }

  return (next) => async (context) => {
    if (asksItself(tool, context.request.arguments)) return next(context);
    const { notes } = context.exchange;
    const key = await keyOf(tool, context, source);
    const kept = parseKept(await quietly(store.read(key)));
    if (kept !== undefined && clock.now() < kept.storedAt + kept.freshMs) {
      notes.push('cache: fresh, nothing was sent');
      return kept.outcome;
    }
    const heads: AnswerHead[] = [];
    const conditional = {
      headers: tool.response.paginate === undefined ? conditionsOf(kept) : [],
      onAnswer: (head: AnswerHead) => void heads.push(head),
    };
    const outcome = await next({ ...context, conditional });
    const last = heads.at(-1);
    if (last?.status === 304 && kept !== undefined && conditional.headers.length > 0) {
      notes.push('cache: still the same');
      const freshMs = saysFreshness(last.headers)
        ? freshnessOf(last.headers, clock.now(), limits)
        : kept.freshMs;
      await keep(key, kept.outcome, { ...kept, ...validatorsOf(last.headers), freshMs });
      return kept.outcome;
    }
    if (outcome.kind === 'failure') return outcome;
    const keeping = keepingOfAll(heads, (head) => keepingOf(head, clock.now(), limits));
    const note = keeping === undefined ? undefined : await keep(key, outcome, keeping);
    if (note !== undefined) notes.push(note);
    return outcome;
  };
}

/**
 * Forgets what was kept for a caller once it may have changed something in the same document's API (RFC 9111 §4.4,
 * which asks for it for one URL; which other answers a change shows in is not known).
 */
export function createCacheInvalidation<S = undefined>(
  tool: Tool,
  source: CacheSource<S>,
): ToolMiddleware<S> {
  return (next) => async (context) => {
    const outcome = await next(context);
    if (context.exchange.attempts > 0) {
      const name = generationKey(tool, context, source);
      await quietly(source.store.keep(name, randomUUID(), generationMs));
    }
    return outcome;
  };
}

function conditionsOf(kept: Kept | undefined): readonly HeaderPair[] {
  if (kept?.etag !== undefined) return [['If-None-Match', kept.etag]];
  return kept?.lastModified === undefined ? [] : [['If-Modified-Since', kept.lastModified]];
}

/** Of several answers, the pages of one result, the shortest life counts, and there is nothing to ask with. */
function keepingOfAll(
  heads: readonly AnswerHead[],
  judge: (head: AnswerHead) => Keeping | undefined,
): Keeping | undefined {
  // Attempts that failed led to another one.
  const [first, ...others] = heads.filter(({ status }) => status < 400).map(judge);
  if (first === undefined || others.length === 0) return first;
  const freshMs = Math.min(...[first, ...others].map((each) => each?.freshMs ?? 0));
  return freshMs > 0 ? { freshMs } : undefined;
}

function asksItself({ request }: Tool, given: JsonObject): boolean {
  return request.parameters.some(
    ({ in: place, name, source }) =>
      place === 'header' &&
      ownConditions.test(name) &&
      (source.kind === 'fixed' || ownValue(given, source.argument) !== undefined),
  );
}

async function keyOf<S>(
  tool: Tool,
  context: ToolCallContext<S>,
  source: CacheSource<S>,
): Promise<string> {
  const generation = await quietly(source.store.read(generationKey(tool, context, source)));
  const parts = [
    source.scope,
    callerOf(context, source),
    generation ?? '',
    tool.name,
    canonicalStringify(context.request.arguments),
    ...(context.headers ?? []).flat(),
  ];
  return `cache:${digest(parts)}`;
}

function generationKey<S>(tool: Tool, context: ToolCallContext<S>, source: CacheSource<S>): string {
  const parts = [source.scope, callerOf(context, source), tool.operation.document];
  return `cache-generation:${digest(parts)}`;
}

function callerOf<S>(context: ToolCallContext<S>, { callerKey }: CacheSource<S>): string {
  return callerKey?.(context) ?? context.sessionId ?? '';
}

/** Keys of one length, whatever a caller sends, from which nothing can be read. */
function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts), 'utf8').digest('base64url');
}

/** A cache that fails must not fail the call. */
async function quietly<T>(running: Promise<T>): Promise<T | undefined> {
  try {
    return await running;
  } catch {
    return undefined;
  }
}

/** What other versions of this program may have kept is looked at before it is used. */
function parseKept(text: string | undefined): Kept | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || !isJsonObject(value['outcome'])) return undefined;
  const { freshMs, storedAt, outcome } = value;
  return typeof freshMs === 'number' &&
    typeof storedAt === 'number' &&
    outcome['kind'] === 'success' &&
    Array.isArray(outcome['content'])
    ? (value as unknown as Kept) // written by `keep`
    : undefined;
}
