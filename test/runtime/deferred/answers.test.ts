import { describe, expect, it } from 'vitest';
import { buildSearchIndex } from '../../../src/mapping/index.ts';
import { isArray, isJsonObject, type JsonObject } from '../../../src/model/json.ts';
import type { ToolOutcome, WireTool } from '../../../src/runtime/call.ts';
import { describeTools } from '../../../src/runtime/deferred/describe-tools.ts';
import { loadSearchIndex } from '../../../src/runtime/deferred/search-index.ts';
import { searchTools } from '../../../src/runtime/deferred/search-tools.ts';
import { toolOf } from '../../support/artifact-builder.ts';

const rooms = Array.from({ length: 30 }, (_, place) =>
  toolOf({
    name: `getRoom${place}`,
    summary: `Get the room ${place} of a hotel`,
    tags: [place < 20 ? 'rooms' : 'suites'],
    operation: { path: `/rooms/${place}` },
  }),
);
const walls = Array.from({ length: 6 }, (_, place) =>
  toolOf({ name: `paintWall${place}`, summary: 'Paint a wall', tags: ['walls'] }),
);
const tools = [...rooms, ...walls];
const index = loadSearchIndex(buildSearchIndex(tools), { firstId: tools.length, tools: [] });

function search(values: JsonObject & { readonly query: string }): ToolOutcome {
  return searchTools(values, {
    tools,
    hits: index.search(values.query),
    isByMeaning: false,
    isVisible: () => true,
  });
}

function textOf({ content }: ToolOutcome): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** What the structured answer holds. */
function dataOf(outcome: ToolOutcome): JsonObject {
  const data = outcome.kind === 'success' ? outcome.structuredContent : undefined;
  return isJsonObject(data) ? data : {};
}

describe('the answer to a search', () => {
  it('is sure where the best tool says what is asked, and counts the rest by tag', () => {
    const outcome = search({ query: 'get hotel room' });
    expect(dataOf(outcome)).toMatchObject({ more: 22, sure: true });
    expect(textOf(outcome)).toContain('22 more; narrow with tags: rooms (20), suites (10)');
  });

  it('gives few guesses, and says so, where it says little of it', () => {
    const outcome = search({ query: 'paint a rocket for mars' });
    const { tools: guesses, more, sure } = dataOf(outcome);
    expect({ more, sure, guesses: isArray(guesses) && guesses.length }).toEqual({
      more: 0,
      sure: false,
      guesses: 5,
    });
    expect(textOf(outcome)).toMatch(
      /^Nothing clearly fits.*\n[^]*a tag: rooms \(20\), suites \(10\), walls \(6\)\.$/,
    );
  });

  it('gives nothing but tags where it says nothing of it', () => {
    const outcome = search({ query: 'launch rocket' });
    expect(dataOf(outcome)).toEqual({ tools: [], more: 0, sure: false });
    expect(textOf(outcome)).toContain('rooms (20), suites (10)');
  });

  it('keeps to tags and to the limit', () => {
    const outcome = search({ query: 'hotel room', tags: ['SUITES'], limit: 3 });
    expect(dataOf(outcome)).toMatchObject({ more: 7 });
    expect(textOf(outcome).match(/getRoom2\d/g)).toHaveLength(3);
  });
});

describe('descriptions of several tools', () => {
  const wide = (name: string): WireTool => ({
    name,
    description: 'x'.repeat(10_000),
    inputSchema: { type: 'object' },
    annotations: {},
  });
  const visible = new Map(['a', 'b', 'c', 'd'].map((name) => [name, wide(name)]));

  it('stop at the budget and name what is left for the next call', () => {
    const first = dataOf(describeTools({ names: ['a', 'b', 'c', 'd'] }, visible));
    expect(first).toMatchObject({
      tools: [{ name: 'a' }, { name: 'b' }],
      describeNext: ['c', 'd'],
    });
    const next = dataOf(describeTools({ names: ['c', 'd'] }, visible));
    expect(next).toMatchObject({ tools: [{ name: 'c' }, { name: 'd' }] });
    expect(next).not.toHaveProperty('describeNext');
  });

  it('give one whole that is beyond the budget by itself', () => {
    const huge = new Map([['a', { ...wide('a'), description: 'x'.repeat(100_000) }]]);
    expect(dataOf(describeTools({ names: ['a'] }, huge))).toMatchObject({ tools: [{ name: 'a' }] });
  });
});
