import { describe, expect, it } from 'vitest';
import { type ArtifactOptions, buildArtifact } from '../../src/mapping/build-artifact.ts';
import { mapTools } from '../../src/mapping/map-tools.ts';
import type { MappedApi } from '../../src/mapping/mapped-api.ts';
import type { ApiModel } from '../../src/model/api.ts';
import type { BridgeArtifact } from '../../src/model/artifact.ts';
import type { Staged } from '../../src/model/diagnostic.ts';
import { api, operation } from './api-builder.ts';

function mapped(model: ApiModel): MappedApi {
  const result = mapTools(model, { namespace: 'store' });
  if (!result.ok) throw new Error(result.diagnostics[0].message);
  return result.value;
}

function build(
  documents: readonly [MappedApi, ...MappedApi[]],
  options: Partial<ArtifactOptions>,
): Staged<BridgeArtifact> {
  return buildArtifact(documents, { generator: { name: 'test', version: '0.0.0' }, ...options });
}

function artifactOf(...given: Parameters<typeof build>): BridgeArtifact {
  const result = build(...given);
  if (!result.ok) throw new Error(result.diagnostics[0].message);
  return result.value;
}

const store = api([
  operation('GET', '/pets', { operationId: 'listPets' }),
  operation('POST', '/pets', { operationId: 'addPet' }),
  operation('GET', '/files', { operationId: 'getFile' }),
]);

describe('the list that clients get', () => {
  it('keeps a budget: search beyond it, and an error where a list is wanted all the same', () => {
    const chosen = build([mapped(store)], { directTokenBudget: 100 });
    expect(chosen.diagnostics).toMatchObject([
      { code: 'budget-exceeded' },
      { code: 'deferred-chosen' },
    ]);
    expect(artifactOf([mapped(store)], { directTokenBudget: 10_000 }).mode).toBe('direct');
    const wanted = build([mapped(store)], { directTokenBudget: 100, mode: 'direct' });
    expect(wanted.diagnostics[0]).toMatchObject({ code: 'budget-exceeded', severity: 'error' });
  });

  it('tells a client what there is to find, in fewer characters than 400 tokens have', () => {
    const tags = Array.from({ length: 500 }, (_, index) => `Group number ${index}`);
    const many = api(
      tags.map((tag, index) => operation('GET', `/things/${index}`, { tags: [tag] })),
    );
    const { server: identity } = artifactOf([mapped(many)], { mode: 'deferred' });
    expect(identity.instructions).toMatch(
      /500 tools.*Group number \d+ 1, .* and \d+ smaller groups\./s,
    );
    expect(identity.instructions?.length).toBeLessThan(1_300);
    expect(artifactOf([mapped(many)], { mode: 'direct' }).server).not.toHaveProperty(
      'instructions',
    );
  });

  it('pins the tools that are named, and refuses names that nothing has', () => {
    const options = { mode: 'deferred' as const, pinned: ['addPet'] };
    expect(artifactOf([mapped(store)], options).pinned).toEqual(['addPet']);
    const wrong = build([mapped(store)], { ...options, pinned: ['adPet'] });
    expect(wrong.diagnostics[0]).toMatchObject({
      code: 'pin-unknown',
      fix: expect.stringContaining('"addPet"'),
    });
  });
});
