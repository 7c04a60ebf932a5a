import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { loadOverlay, overlayDocument } from '../../../src/import/index.ts';
import type { OverlayToApply } from '../../../src/import/index.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';

const corpus = path.resolve(import.meta.dirname, '../../../../shared/corpus');
const list = path.join(corpus, 'overlays.json');

interface OverlaySet {
  readonly id: string;
  readonly overlays: readonly string[];
  readonly target: string | null;
  readonly expected?: string | null;
  readonly note?: string | null;
}

const sets: readonly OverlaySet[] = existsSync(list)
  ? (JSON.parse(readFileSync(list, 'utf8')) as readonly OverlaySet[])
  : [];
/** Sets whose expected result fits the document that is kept with them. */
const withResult = sets.filter(
  ({ expected, note }) =>
    typeof expected === 'string' && note?.includes('earlier version') !== true,
);
const withTarget = sets.filter(({ target }) => typeof target === 'string');

async function load(files: readonly string[]): Promise<readonly OverlayToApply[]> {
  const loaded: OverlayToApply[] = [];
  for (const [index, file] of files.entries()) {
    const { result, sources } = await loadOverlay({ kind: 'file', path: path.join(corpus, file) });
    if (!result.ok) throw new Error(`${file}: ${result.diagnostics[0].message}`);
    if (result.value.kind !== 'openapi-overlay') throw new Error(`${file} is in the short form`);
    loaded.push({ overlay: result.value.overlay, rank: index + 1, sources });
  }
  return loaded;
}

describe.skipIf(withResult.length === 0)('published overlays with their results', () => {
  it.each(withResult)('$id', async ({ overlays, target, expected }) => {
    const source = { kind: 'file', path: path.join(corpus, target ?? '') } as const;
    const { result } = await overlayDocument(source, { overlays: await load(overlays) });
    if (!result.ok) throw new Error(result.diagnostics[0].message);
    const text = readFileSync(path.join(corpus, expected ?? ''), 'utf8');
    expect(result.value).toEqual(parseYaml(text, { merge: true }));
  });
});

describe.skipIf(withTarget.length === 0)('published overlays without a result', () => {
  it.each(withTarget.filter((each) => !withResult.includes(each)))(
    '$id is applied, or every fault has a place in its file',
    async ({ overlays, target }) => {
      const found: Diagnostic[] = [];
      const toApply: OverlayToApply[] = [];
      for (const [index, file] of overlays.entries()) {
        const loaded = await loadOverlay({ kind: 'file', path: path.join(corpus, file) });
        found.push(...loaded.result.diagnostics);
        if (!loaded.result.ok || loaded.result.value.kind !== 'openapi-overlay') continue;
        const { overlay } = loaded.result.value;
        toApply.push({ overlay, rank: index + 1, sources: loaded.sources });
      }
      const entry = { kind: 'file', path: path.join(corpus, target ?? '') } as const;
      const { result, sources } = await overlayDocument(entry, { overlays: toApply });
      for (const { location } of result.diagnostics) {
        expect(overlays.some((file) => location?.document.endsWith(file))).toBe(true);
        expect(location && sources.position(location)).toBeDefined();
      }
      expect(result.ok || result.diagnostics.some(({ severity }) => severity === 'error')).toBe(
        true,
      );
      expect(found.every(({ location }) => location !== undefined)).toBe(true);
    },
  );
});
