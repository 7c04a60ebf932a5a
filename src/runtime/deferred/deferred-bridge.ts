import { BridgeError } from '../../model/errors.ts';
import type { ToolMetadata } from '../../model/tool.ts';
import type { Bridge, BridgeOptions } from '../bridge-options.ts';
import { createBridge as createDirectBridge } from '../bridge.ts';
import type { ToolCallContext, ToolOutcome, WireTool } from '../call.ts';
import type { HandwrittenTool } from '../handwritten-tool.ts';
import { metadataOf } from '../handwritten-tool.ts';
import { callDeferred, callInput } from './call-deferred.ts';
import type { Findable, Visible } from './catalogue.ts';
import { describeInput, describeTools } from './describe-tools.ts';
import { loadSearchIndex, type SearchIndex } from './search-index.ts';
import { queryOf, searchInput, searchTools } from './search-tools.ts';
import { createMeaningSearch } from './search-vectors.ts';

const names = {
  search: 'search_tools',
  describe: 'describe_tools',
  read: 'call_read_tool',
  call: 'call_tool',
} as const;

/**
 * A bridge whose list is constant: tools to search, describe and call all others, beside pinned ones. Hand-written tools
 * are pinned unless they say otherwise, and are found by search either way. Every call of a found tool passes that tool's own onion, as in direct mode; searching and describing pass the onion of
 * hand-written tools. The list never changes as a side effect of a call (MCP 2026-07-28 tools/list).
 *
 * @throws BridgeError as `createBridge` does, and `artifact-invalid` where the artifact has no usable search index.
 */
export function createDeferredBridge<S = undefined>(options: BridgeOptions<S>): Bridge<S> {
  const { artifact, tools: handwritten = [] } = options;
  const added = handwritten.map(metadataOf);
  const byId: readonly Findable[] = [...artifact.tools, ...added];
  const pinned = new Set(artifact.pinned);
  const deferred = artifact.tools.flatMap(({ name }) => (pinned.has(name) ? [] : [name]));
  let index: SearchIndex | undefined;
  const loadIndex = (): SearchIndex => (index ??= readIndex(options, added));
  const findable = new Set([...deferred, ...added.map(({ name }) => name)]);
  const visibleTo = createVisibility<S>(findable, (session) => inner.listTools(session));
  const meaning =
    options.searchVectors &&
    createMeaningSearch(options.searchVectors, byId, options.onProblem ?? (() => undefined));
  const metaTools: readonly HandwrittenTool<S>[] = [
    metaTool(names.search, searchDescription, searchInput, async (context) => {
      const { request, session, signal } = context;
      const visible = visibleTo(session);
      const query = queryOf(request.arguments);
      const words = loadIndex();
      return searchTools(request.arguments, {
        tools: byId,
        hits:
          meaning === undefined || query === ''
            ? words.search(query)
            : await meaning.search(query, words, signal),
        isByMeaning: meaning !== undefined,
        isVisible: ({ name }) => visible.has(name),
      });
    }),
    metaTool(names.describe, describeDescription, describeInput, ({ request, session }) =>
      describeTools(request.arguments, visibleTo(session)),
    ),
  ];
  const inner: Bridge<S> = createDirectBridge({
    ...options,
    tools: [...handwritten, ...metaTools],
  });
  checkNames(added);
  const hidden = new Set([
    ...deferred,
    ...handwritten.flatMap(({ name, pinned: stays }) => (stays === false ? [name] : [])),
  ]);
  const listOf = createLists(hidden);
  return {
    ...inner,
    listTools: (session) => listOf(inner.listTools(session)),
    mayAsk: (name) => isCall(name) || inner.mayAsk(name),
    callTool: (name, input) => {
      if (isCall(name)) {
        return callDeferred(input, {
          readOnly: name === names.read,
          visible: visibleTo(input.session),
          bridge: inner,
        });
      }
      return hidden.has(name) ? undefined : inner.callTool(name, input);
    },
  };
}

const searchDescription =
  'Find tools of this API by what they do. Gives names with signatures; call what you find with call_read_tool (only reads) or call_tool.';
const describeDescription =
  'Exact input schemas of tools that search_tools found. Needed only where a signature does not say enough.';

function isCall(name: string): boolean {
  return name === names.read || name === names.call;
}

function metaTool<S>(
  name: string,
  description: string,
  inputSchema: HandwrittenTool<S>['inputSchema'] & object,
  answer: (context: ToolCallContext<S>) => ToolOutcome | Promise<ToolOutcome>,
): HandwrittenTool<S> {
  return {
    name,
    description,
    inputSchema,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    validateArguments: false,
    handler: async (context) => answer(context),
  };
}

/** The two tools that call are no hand-written tools of the inner bridge, which refuses every other clash. */
function checkNames(tools: readonly ToolMetadata[]): void {
  const taken = tools.find(({ name }) => isCall(name));
  if (taken === undefined) return;
  throw new BridgeError('tool-clash', `Two tools are named "${taken.name}".`, {
    fix: `${Object.values(names).join(', ')} belong to deferred mode: give the hand-written one another name.`,
  });
}

function readIndex<S>({ artifact }: BridgeOptions<S>, tools: readonly ToolMetadata[]): SearchIndex {
  if (artifact.search === undefined) throw noIndex();
  try {
    return loadSearchIndex(artifact.search, { firstId: artifact.tools.length, tools });
  } catch (cause) {
    throw noIndex(cause);
  }
}

function noIndex(cause?: unknown): BridgeError {
  return new BridgeError('artifact-invalid', 'bridge.json has no search index that can be read.', {
    fix: 'Run `openapi-mcp build` again, or with --direct.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The tools that a caller may find; callers with the same list get the same map. */
function createVisibility<S>(
  findable: ReadonlySet<string>,
  listOf: (session: S) => readonly WireTool[],
): (session: S) => Visible {
  const known = new WeakMap<readonly WireTool[], Visible>();
  return (session) => {
    const list = listOf(session);
    const before = known.get(list);
    if (before !== undefined) return before;
    const visible = new Map(
      list.filter(({ name }) => findable.has(name)).map((tool) => [tool.name, tool]),
    );
    known.set(list, visible);
    return visible;
  };
}

/** The list that clients get: what is not deferred, and the two tools that call. */
function createLists(
  hidden: ReadonlySet<string>,
): (all: readonly WireTool[]) => readonly WireTool[] {
  const known = new WeakMap<readonly WireTool[], readonly WireTool[]>();
  return (all) => {
    const before = known.get(all);
    if (before !== undefined) return before;
    const list = [...all.filter(({ name }) => !hidden.has(name)), ...callTools];
    known.set(all, list);
    return list;
  };
}

const callTools: readonly WireTool[] = [
  {
    name: names.read,
    description: 'Call a tool that only reads, found with search_tools.',
    inputSchema: callInput,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
  },
  {
    name: names.call,
    description: 'Call any tool found with search_tools, also one that changes or destroys.',
    inputSchema: callInput,
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  },
];
