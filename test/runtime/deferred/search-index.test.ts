import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSearchIndex } from '../../../src/mapping/index.ts';
import { isJsonObject, type JsonValue } from '../../../src/model/json.ts';
import { loadSearchIndex, type SearchIndex } from '../../../src/runtime/deferred/search-index.ts';
import { toolOf } from '../../support/artifact-builder.ts';

const tools = [
  toolOf({ name: 'listUsers', summary: 'List the users', operation: { path: '/users' } }),
  toolOf({ name: 'getUser', summary: 'Get a user', operation: { path: '/users/{id}' } }),
  toolOf({
    name: 'deleteUser',
    summary: 'Delete a user',
    operation: { path: '/users/{id}', method: 'DELETE' },
    hints: { readOnly: false, destructive: true },
  }),
  toolOf({
    name: 'createInvoice',
    summary: 'Create an invoice',
    operation: { path: '/invoices', method: 'POST' },
    hints: { readOnly: false },
  }),
  toolOf({
    name: 'sendInvoiceByEmail',
    summary: 'Send an invoice by email',
    operation: { path: '/invoices/{id}/email', method: 'POST' },
    hints: { readOnly: false },
  }),
  toolOf({
    name: 'createWebhook',
    summary: 'Create a webhook',
    operation: { path: '/webhooks', method: 'POST' },
    hints: { readOnly: false },
    inputSchema: { type: 'object', properties: { url: { type: 'string' } } },
  }),
  toolOf({ name: 'constructor', summary: 'The firm that builds', operation: { path: '/firms' } }),
];

const data = buildSearchIndex(tools);
const index = loadSearchIndex(data, { firstId: tools.length, tools: [] });

/** Names of what is found, best first. */
function found(query: string, from: SearchIndex = index): readonly (string | undefined)[] {
  return from.search(query).map(({ id }) => tools[id]?.name);
}

describe('a search finds', () => {
  it.each([
    ['other words for a thing and an act', 'get rid of a person', 'deleteUser'],
    ['the list where many are wanted', 'show all users', 'listUsers'],
    ['the single one where it is numbered', 'user 4711', 'getUser'],
    ['misspelled words', 'delte usre', 'deleteUser'],
    ['letters that changed places', 'craete invioce', 'createInvoice'],
    ['what a value is for', 'tell https://example.com/in about it', 'createWebhook'],
    ['words of another family of the verb', 'new bill', 'createInvoice'],
    ['German', 'Benutzer löschen', 'deleteUser'],
    ['French', 'créer une facture', 'createInvoice'],
    ['Japanese', 'ユーザーを削除する', 'deleteUser'],
    ['the name of a tool that is one of prototypes', 'constructor', 'constructor'],
  ])('%s', (_, query, name) => {
    expect(found(query)[0]).toBe(name);
  });

  it.each([
    ['asking how to do something is no question', 'how do i delete a user', 'deleteUser'],
    ['what is said first counts', 'send the invoice that i made', 'sendInvoiceByEmail'],
    ['an act that no tool says', 'forward the invoice', 'sendInvoiceByEmail'],
    ['a prefix with a hyphen', 're-send an invoice by mail', 'sendInvoiceByEmail'],
  ])('what is meant: %s', (_, query, name) => {
    expect(found(query)[0]).toBe(name);
  });

  it.each([
    ['close acme/shop#88', 'issue'],
    ['close #88', 'ticket'],
    ['put src/main.py there', 'file'],
    ['clone acme/shop', 'repository'],
    ['put NPM_TOKEN there', 'secret'],
    ['ship version 2.0', 'release'],
    ['forget cus_71NffrFe', 'customer'],
    ['block 203.0.113.9', 'ip'],
    ['ring +49 30 1234567', 'phone'],
    ['put report.pdf there', 'document'],
    ['put beach.jpeg there', 'photo'],
    ['ship v2.4.1', 'release'],
    ['put up shop.example.com', 'domain'],
    ['what is near 52.5200, 13.4050', 'location'],
    ['take 20 euros', 'price'],
    ['take 20 CHF', 'amount'],
  ])('by the value in "%s" what says %s', (query, said) => {
    const two = [
      toolOf({ name: 'alpha', summary: 'Something else', operation: { path: '/alpha' } }),
      toolOf({ name: 'beta', summary: `The ${said}`, operation: { path: '/beta' } }),
    ];
    const hits = loadSearchIndex(buildSearchIndex(two), { firstId: 2, tools: [] }).search(query);
    expect(hits.map(({ id }) => two[id]?.name)).toEqual(['beta']);
  });

  it('a few tools even where one is far better', () => {
    const best = toolOf({ name: 'deleteUserKeyOfTeam', summary: 'Delete user key of team' });
    const others = Array.from({ length: 9 }, (_, place) =>
      toolOf({ name: `other${place}`, summary: `Something about ${place} and a key` }),
    );
    const all = [best, ...others];
    const hits = loadSearchIndex(buildSearchIndex(all), { firstId: 10, tools: [] });
    expect(hits.search('delete user key of team').map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
  });

  it('a tool by the number that it says itself', () => {
    const kinds = Array.from({ length: 50 }, (_, kind) =>
      toolOf({
        name: `updateKind${kind}`,
        summary: `Replace one of kind ${kind}`,
        operation: { path: `/kind${kind}/{id}`, method: 'PUT' },
        hints: { readOnly: false },
      }),
    );
    const numbered = loadSearchIndex(buildSearchIndex(kinds), { firstId: 50, tools: [] });
    const [best] = numbered.search('replace one of kind 41');
    expect(kinds[best?.id ?? -1]?.name).toBe('updateKind41');
  });

  it('covers little of what the API cannot do, and all of what it says itself', () => {
    expect(index.search('order a pizza to the hotel')[0]?.coverage ?? 0).toBeLessThan(0.43);
    expect(index.search('delete user')[0]?.coverage).toBeCloseTo(1);
  });

  it('less sure where nobody says what is to be had', () => {
    const known = index.search('create invoice user')[0]?.coverage ?? 0;
    const strange = index.search('create zeppelin user')[0]?.coverage ?? 0;
    const later = index.search('create user zeppelin')[0]?.coverage ?? 0;
    expect(known).toBeGreaterThan(strange);
    expect(later).toBeGreaterThan(strange);
  });

  it('a tool by a member of an argument that stands under $defs', () => {
    const address = { type: 'object', properties: { postcode: { type: 'string' } } };
    const tool = toolOf({
      name: 'moveHouse',
      summary: 'Move',
      inputSchema: {
        type: 'object',
        properties: { from: { $ref: '#/$defs/address' }, to: { $ref: '#/$defs/address' } },
        $defs: { address },
      },
    });
    const shared = loadSearchIndex(buildSearchIndex([tool]), { firstId: 1, tools: [] });
    expect(shared.search('postcode')).toHaveLength(1);
  });

  it('tools that were added later', () => {
    const added = toolOf({ name: 'bakeBread', summary: 'Bake a loaf of bread' });
    const later = loadSearchIndex(data, { firstId: tools.length, tools: [added] });
    expect(later.search('bake some bread')[0]?.id).toBe(tools.length);
    expect(found('delete user', later)[0]).toBe('deleteUser');
    expect(index.search('bread')).toEqual([]);
  });
});

describe('whatever is asked, a search', () => {
  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['stop words', 'the of and'],
    ['names of prototypes', '__proto__ toString hasOwnProperty'],
    ['lone surrogates', '\uD800 \uDFFF'],
    ['controls and marks', '\u0000\u202E\u0301\u0301\u0301'],
    ['many quotes', '"'.repeat(5_000)],
    ['many at signs', '@a.'.repeat(5_000)],
    ['many digits and hyphens', '1-'.repeat(5_000)],
  ])('of %s ends', (_, query) => {
    expect(index.search(query).every(({ score }) => Number.isFinite(score))).toBe(true);
  });

  it('reads no further than people write', () => {
    const long = `delete user ${'x'.repeat(1_000_000)}`;
    expect(found(long)).toEqual(found(long.slice(0, 1_000)));
  });

  it('gives known tools once, best first, the same each time', () => {
    const words = ['delete', 'user', 'invoice', 'bill', 'who', 'called', '#x', '"y"', '17', 'usre'];
    const queries = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...words)).map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(queries, (query) => {
        const hits = index.search(query);
        expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
        for (const [place, { id, score, coverage }] of hits.entries()) {
          expect(tools[id]).toBeDefined();
          expect(score).toBeLessThanOrEqual(hits[place - 1]?.score ?? Infinity);
          expect(coverage).toBeGreaterThanOrEqual(0);
          expect(coverage).toBeLessThanOrEqual(1 + 1e-9);
        }
        expect(index.search(query)).toEqual(hits);
      }),
    );
  });
});

describe('an index that was not built here', () => {
  const good = isJsonObject(data) ? data : {};
  it.each<[string, JsonValue]>([
    ['no object', []],
    ['another layout', { ...good, layout: 1 }],
    ['a negative size', { ...good, size: -1 }],
    ['a size that is none', { ...good, size: 1e300 }],
    ['too few actions', { ...good, actions: '0' }],
    ['an unknown action', { ...good, actions: '9'.repeat(tools.length) }],
    ['words without postings', { ...good, words: 'a b c' }],
    ['a posting of nothing', { ...good, postings: tools.map(() => null) }],
    ['postings that are no object', { ...good, postings: 'x' }],
    ['a tool beyond the last', { ...good, words: 'a', postings: [[99, 1]] }],
    ['a tool twice', { ...good, words: 'a', postings: [[0, 1, 0, 1]] }],
    ['half a pair', { ...good, words: 'a', postings: [[0]] }],
    ['a weight that is no number', { ...good, words: 'a', postings: [[0, 'x']] }],
    ['cores of words that are not there', { ...good, cores: tools.map(() => [1e6]) }],
    ['no cores', { ...good, cores: [] }],
    ['relations that are no object', { ...good, related: [1] }],
    ['relations that are no text', { ...good, related: { firsts: 'a', uses: [1], targets: [] } }],
    ['relations of other words', { ...good, related: { firsts: 'a', uses: [], targets: [] } }],
    [
      'a relation that asks for what is no action',
      { ...good, related: { firsts: 'a', uses: ['0'], targets: ['b|9'] } },
    ],
    ['no words of other languages', { ...good, foreign: null }],
  ])('with %s is refused', (_, hostile) => {
    expect(() => loadSearchIndex(hostile, { firstId: 0, tools: [] })).toThrow(TypeError);
  });
});
