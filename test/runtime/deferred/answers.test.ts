import { describe, expect, it } from 'vitest';
import { buildSearchIndex } from '../../../src/mapping/index.ts';
import { isArray, isJsonObject, type JsonObject } from '../../../src/model/json.ts';
import type { Tool } from '../../../src/model/tool.ts';
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
      /^Nothing clearly fits.*\n[^]*a tag near to it: walls \(6\); others are rooms \(20\), suites \(10\)\.$/,
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

/** Tools of these tags in turn, with what makes each findable. */
function kitchen(tags: readonly (readonly string[])[], count: number): readonly Tool[] {
  return Array.from({ length: count }, (_, place) =>
    toolOf({
      name: `cook${place}`,
      summary: 'Cook a meal',
      tags: tags[place % tags.length] ?? [],
    }),
  );
}

function cook(
  all: readonly Tool[],
  values: JsonObject,
  isVisible: (tool: { readonly name: string }) => boolean = () => true,
): ToolOutcome {
  const words = loadSearchIndex(buildSearchIndex(all), { firstId: all.length, tools: [] });
  const query = typeof values['query'] === 'string' ? values['query'] : '';
  return searchTools(values, {
    tools: all,
    hits: words.search(query),
    isByMeaning: false,
    isVisible,
  });
}

describe('a broad answer', () => {
  const many = kitchen([['soup'], ['fish', 'soup'], [], ['cake']], 24);

  it.each([{ query: 'cook a meal' }, {}])('is told by tag: %j', (values) => {
    const outcome = cook(many, values);
    const lines = textOf(outcome).split('\n');
    expect(lines.map((line) => line.replace(/\(id.*/, ''))).toEqual([
      'soup (12)',
      'cook0',
      'cook4',
      'fish (6)',
      'cook1',
      'cook5',
      'without a tag (6)',
      'cook2',
      'cook6',
      'cake (6)',
      'cook3',
      'cook7',
      '… 16 more',
    ]);
    const ranked = Array.from({ length: 8 }, (_, place) => ({ name: `cook${place}` }));
    expect(dataOf(outcome)).toMatchObject({ tools: ranked, more: 16, sure: true });
  });

  it('names the tags below it that have no heading', () => {
    const text = textOf(cook(many, { limit: 3 }));
    expect(text).toMatch(/… 21 more; narrow with tags, also: cake \(6\)$/);
  });

  it.each([
    ['few tools', kitchen([['soup'], ['fish'], ['cake']], 15)],
    ['few tags', kitchen([['soup'], ['fish']], 30)],
    ['no tags', kitchen([[]], 30)],
  ])('is a plain list of %s', (_case, all) => {
    expect(textOf(cook(all, { query: 'cook a meal' }))).toMatch(/^cook0\(.*\n.*cook1\(/);
  });
});

describe('the tags to go on with', () => {
  const all = [
    ...kitchen([['big']], 9),
    ...kitchen([['large']], 5),
    toolOf({ name: 'sendParcel', summary: 'Send a parcel', tags: ['shipping-labels'] }),
    toolOf({ name: 'weigh', summary: 'Weigh a crate', tags: ['scales'] }),
  ];

  it.each([
    [
      'a word of theirs, misspelled',
      { query: 'shiping rockets tomorrow', tags: ['nowhere'] },
      'shipping-labels (1)',
    ],
    ['a word of their tools', { query: 'weigh', hints: ['destroy'] }, 'scales (1)'],
    ['a tag that does not exist', { tags: ['label'] }, 'shipping-labels (1)'],
  ])('are those near to it first, by %s', (_case, values, near) => {
    const outcome = cook(all, values);
    expect(dataOf(outcome)).toEqual({ tools: [], more: 0, sure: false });
    expect(textOf(outcome)).toContain(
      `, or a tag near to it: ${near}; others are big (9), large (5)`,
    );
  });

  it('are the largest where none is near, and only what the caller sees', () => {
    const text = textOf(
      cook(all, { query: 'shipping', tags: ['none'] }, ({ name }) => name.startsWith('cook')),
    );
    expect(text).toBe(
      'Nothing fits "shipping". Try other words, or a tag of this API: big (9), large (5).',
    );
    expect(textOf(cook([], { query: 'x' }))).toBe('Nothing fits "x". Try other words.');
  });

  it('stay few for long queries over many tags', () => {
    const wide = kitchen(
      Array.from({ length: 3_000 }, (_, place) => [`topic${place}`]),
      3_000,
    );
    const outcome = cook(wide, { query: 'zebra topix '.repeat(5_000), tags: ['none'] });
    expect(textOf(outcome).length).toBeLessThan(700);
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
