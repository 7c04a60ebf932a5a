import { describe, expect, it } from 'vitest';
import {
  documentFile,
  operationKey,
  readQuerySets,
} from '../../../bench/search/labelled-queries.mjs';
import { buildBridge } from '../../../src/index.ts';
import { loadSearchIndex } from '../../../src/runtime/deferred/search-index.ts';

/** Shares of queries with a right tool among the first five: what `npm run bench:search` measures, less some room. */
const floors: Readonly<Record<string, number>> = {
  keyword: 0.93,
  request: 0.93,
  entity: 0.93,
  typo: 0.9,
  synonym: 0.75,
};

const documents = ['slack-web', 'harbor-v2', 'xero-accounting'];

describe.skipIf(documentFile('slack-web') === undefined)('search in real documents', () => {
  it('finds no less than it did', { timeout: 60_000 }, async () => {
    const ranks: { readonly kind: string; readonly hit: boolean }[] = [];
    for (const { document, queries } of readQuerySets()) {
      if (!documents.includes(document)) continue;
      const source = { kind: 'file', path: documentFile(document) ?? '' } as const;
      const generator = { name: 'openapi-mcp', version: '0.0.0' };
      const { artifact } = await buildBridge([{ source }], { generator, mode: 'deferred' });
      if (artifact?.search === undefined) throw new Error(`${document} was not built`);
      const { tools } = artifact;
      const index = loadSearchIndex(artifact.search, { firstId: tools.length, tools: [] });
      for (const { kind, query, answers } of queries) {
        const found = index
          .search(query)
          .slice(0, 5)
          .map(({ id }) => tools[id]?.operation);
        const hit = found.some(
          (operation) =>
            operation !== undefined &&
            answers.includes(operationKey({ ...operation, operationId: operation.id })),
        );
        ranks.push({ kind, hit });
      }
    }
    for (const [kind, floor] of Object.entries(floors)) {
      const own = ranks.filter((rank) => rank.kind === kind);
      expect(own.length, kind).toBeGreaterThan(15);
      expect(own.filter(({ hit }) => hit).length / own.length, kind).toBeGreaterThanOrEqual(floor);
    }
  });
});
