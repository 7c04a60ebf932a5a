import * as fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { quoteYaml, yamlText } from '../../src/mapping/yaml-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code)),
  }),
  fc.constantFrom('true', 'No', 'null', '~', '1', '0x1', '- a', 'a: b', '#', '', '__proto__'),
);

describe('text in YAML', () => {
  it.each([
    ['quoted', quoteYaml],
    ['as plain as can be', yamlText],
  ])('%s is read back by every parser', (_, write) => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(load(write(text))).toBe(text);
        expect(parse(write(text))).toBe(text);
        expect(parse(write(text), { version: '1.1' })).toBe(text);
      }),
    );
  });

  it('is JSON too when it is quoted', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(JSON.parse(quoteYaml(text))).toBe(text);
      }),
    );
  });
});
