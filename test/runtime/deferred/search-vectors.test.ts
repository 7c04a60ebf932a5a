import { describe, expect, it, onTestFinished } from 'vitest';
import { buildSearchIndex } from '../../../src/mapping/index.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { createBridge, type SearchVectors } from '../../../src/runtime/index.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';

const tools = [
  toolOf({ name: 'getUser', summary: 'Get a user' }),
  toolOf({ name: 'createTicket', summary: 'Create a ticket' }),
  toolOf({ name: 'bakeBread', summary: 'Bake a loaf' }),
];

/** A meaning of two dimensions: food, and everything else. */
function embedding(text: string): readonly number[] {
  return /bread|hungry/i.test(text) ? [1, 0.1] : [0.1, 1];
}

/** Searches with vectors; also what was embedded and which problems were reported. */
function start(vectors: Partial<SearchVectors> = {}): {
  readonly search: (query: string) => Promise<JsonObject>;
  readonly embedded: string[][];
  readonly problems: unknown[];
} {
  const embedded: string[][] = [];
  const problems: unknown[] = [];
  const bridge = createBridge({
    artifact: artifactOf({ tools, mode: 'deferred', search: buildSearchIndex(tools) }),
    onProblem: (problem) => problems.push(problem),
    searchVectors: {
      embed: (texts) => {
        embedded.push([...texts]);
        return Promise.resolve(texts.map(embedding));
      },
      ...vectors,
    },
  });
  onTestFinished(() => bridge.close());
  const search = async (query: string): Promise<JsonObject> => {
    const outcome = await bridge.callTool('search_tools', {
      arguments: { query },
      meta: {},
      session: undefined,
      signal: new AbortController().signal,
    });
    if (outcome?.kind !== 'success') throw new Error(JSON.stringify(outcome));
    return outcome.structuredContent ?? {};
  };
  return { search, embedded, problems };
}

describe('search with vectors of meaning', () => {
  it('finds what shares no word with the query, and says that it is a guess', async () => {
    const { search } = start();
    expect(await search('i feel hungry')).toMatchObject({
      tools: [{ name: 'bakeBread' }, {}, {}],
      sure: false,
    });
  });

  it('keeps first what both find', async () => {
    const { search } = start();
    expect(await search('create a ticket')).toMatchObject({
      tools: [{ name: 'createTicket' }, {}, {}],
      sure: true,
    });
  });

  it('embeds the tools once, and each query', async () => {
    const { search, embedded } = start();
    await search('bread');
    await search('ticket');
    await search('');
    expect(embedded.map(({ length }) => length)).toEqual([3, 1, 1]);
  });

  it.each<[string, SearchVectors['embed']]>([
    ['fail', () => Promise.reject(new Error('no model'))],
    ['are too few', () => Promise.resolve([[1, 2]])],
    [
      'have several lengths',
      (texts) => Promise.resolve(texts.map((text) => Array(text.length).fill(1))),
    ],
    ['have no direction', (texts) => Promise.resolve(texts.map(() => [0, 0]))],
    ['are no numbers', (texts) => Promise.resolve(texts.map(() => [Number.NaN, 1]))],
  ])('goes on by words where vectors %s, and reports it', async (_, embed) => {
    const { search, problems } = start({ embed });
    expect(await search('create a ticket')).toMatchObject({ tools: [{ name: 'createTicket' }] });
    expect(problems).toMatchObject([{ tool: 'search_tools', part: 'the vectors of search' }]);
  });
});
