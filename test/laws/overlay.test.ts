import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapTools } from '../../src/mapping/map-tools.ts';
import { mergeFields } from '../../src/mapping/overlay/merge.ts';
import type { ToolFields } from '../../src/mapping/overlay/tool-fields.ts';
import { hintAxes } from '../../src/model/hints.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { api, documentUri, operation, parameter } from '../mapping/api-builder.ts';

const key = fc.constantFrom(
  ...(
    'tools defaults metadata server listPets tag:a name title hints icons icons+ _meta _meta= arguments limit ' +
    'response middleware select inputSchema __proto__ constructor toString openapi-mcp x-y'
  ).split(' '),
  'GET /**',
  '',
);
const leaf = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, 1, -1, 0.5, 'read', 'off', '', '${X}', 'a[', '__proto__'),
  fc.string(),
);
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    leaf,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.uniqueArray(fc.tuple(key, tie('json')), { selector: ([name]) => name, maxLength: 5 }).map(
      (members) =>
        // Through JSON text, so that "__proto__" is a key like any other.
        JSON.parse(
          `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
        ) as JsonObject,
    ),
  ),
}));

const list = operation('GET', '/pets', {
  operationId: 'listPets',
  parameters: [parameter('limit')],
});
const place = (value: JsonValue, rank: number, document = 'file:///o.yaml') => ({
  value,
  location: { document, pointer: '' },
  rank,
});

describe('any JSON', () => {
  it('as a short form gives tools or reasons, and touches no prototype', () => {
    fc.assert(
      fc.property(json, (value) => {
        const result = mapTools(api([list]), { namespace: 'a', overlays: [place(value, 1)] });
        expect(result.ok || result.diagnostics.length > 0).toBe(true);
        for (const each of result.diagnostics) {
          expect(each.message).not.toBe('');
          expect(each.fix).not.toBe('');
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('as the x-mcp of a document never stops a build by being wrong', () => {
    fc.assert(
      fc.property(json, json, (value, root) => {
        const marked = { ...list, extensions: [place(value, 0, documentUri)] };
        const model = { ...api([marked]), extension: place(root, 0, documentUri) };
        const result = mapTools(model, { namespace: 'a' });
        const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
        expect(errors.map(({ message }) => message)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

const fields: fc.Arbitrary<ToolFields> = fc.record(
  {
    title: fc.constantFrom('a', 'b'),
    enabled: fc.boolean(),
    tags: fc.array(fc.constantFrom('x', 'y')),
    'tags+': fc.array(fc.constantFrom('x', 'y')),
    hints: fc.record({ readOnly: fc.boolean(), openWorld: fc.boolean() }, { requiredKeys: [] }),
    _meta: fc.dictionary(fc.constantFrom('m', 'n'), fc.integer()),
    '_meta=': fc.dictionary(fc.constantFrom('m', 'n'), fc.integer()),
    confirm: fc.boolean(),
    scopes: fc.array(fc.constantFrom('r', 'w')),
    response: fc.record({ maxBytes: fc.integer({ min: 1 }) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

describe('mergeFields', () => {
  it('lets the last word win for each field by itself', () => {
    fc.assert(
      fc.property(fc.array(fields), (layers) => {
        const merged = mergeFields(layers);
        const last = <T>(pick: (layer: ToolFields) => T | undefined): T | undefined =>
          layers.map(pick).findLast((value) => value !== undefined);
        expect(merged.title).toBe(last(({ title }) => title));
        expect(merged.enabled).toBe(last(({ enabled }) => enabled));
        expect(merged.settings.confirm).toBe(last(({ confirm }) => confirm));
        expect(merged.settings.scopes).toEqual(last(({ scopes }) => scopes));
        expect(merged.response.maxBytes).toBe(last(({ response }) => response?.maxBytes));
        for (const axis of hintAxes) {
          expect(merged.hints?.[axis]).toBe(last(({ hints }) => hints?.[axis]));
        }
      }),
    );
  });

  it('is not changed by layers that say nothing, and takes lists as they are written', () => {
    fc.assert(
      fc.property(fc.array(fields), fc.nat(), (layers, at) => {
        const padded = layers.toSpliced(at % (layers.length + 1), 0, {});
        expect(mergeFields(padded)).toEqual(mergeFields(layers));
        const after = layers.slice(
          Math.max(
            0,
            layers.findLastIndex(({ tags }) => tags !== undefined),
          ),
        );
        const items = after.flatMap((each) => [...(each.tags ?? []), ...(each['tags+'] ?? [])]);
        const said = layers.some((each) => each.tags !== undefined || each['tags+'] !== undefined);
        expect(mergeFields(layers).tags?.items).toEqual(said ? items : undefined);
      }),
    );
  });
});
