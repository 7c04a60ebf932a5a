import { describe, expect, it } from 'vitest';
import {
  bytes,
  clip,
  columns,
  columnsOf,
  count,
  grouped,
  oneLine,
  printable,
  wrap,
} from '../../../cli/report/text.ts';

describe('text for a terminal', () => {
  it.each([
    ['\u001b]0;title\u0007', '\\u{1b}]0;title\\u{7}'],
    ['a\rb', 'a\\u{d}b'],
    ['\u0085\u2028', '\\u{85}\\u{2028}'],
    ['lone \ud800 surrogate', 'lone \\u{d800} surrogate'],
    ['pair 😀, tab\tand\nline', 'pair 😀, tab\tand\nline'],
  ])('shows %j as %j', (given, shown) => {
    expect(printable(given)).toBe(shown);
  });

  it('puts text on one line', () => {
    expect(oneLine('  two\n  lines\t here ')).toBe('two lines here');
  });

  it.each([
    [0, '0 tools'],
    [1, '1 tool'],
    [1_223, '1,223 tools'],
  ])('counts %d as %j', (number, shown) => {
    expect(count(number, 'tool')).toBe(shown);
  });

  it.each([
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
  ])('groups the digits of %d', (number, shown) => {
    expect(grouped(number)).toBe(shown);
  });

  it.each([
    [999, '999 B'],
    [14_240, '14.2 kB'],
    [999_950, '1.0 MB'],
    [4_800_000, '4.8 MB'],
  ])('gives %d bytes as %s', (number, shown) => {
    expect(bytes(number)).toBe(shown);
  });

  it('measures what a reader sees as one character as one, wide ones as two', () => {
    expect(columnsOf('e\u0301')).toBe(1);
    expect(columnsOf('日本')).toBe(4);
    expect(columnsOf('👩‍👩‍👧')).toBe(2);
  });

  it('cuts at columns and not inside a character', () => {
    expect(clip('abcdef', 4)).toBe('abc…');
    expect(clip('abcd', 4)).toBe('abcd');
    expect(clip('日本語', 4)).toBe('日…');
  });

  it('breaks lines at spaces, and leaves a long word whole', () => {
    expect(wrap('aa bb cc', 5)).toEqual(['aa bb', 'cc']);
    expect(wrap('abcdefgh ij', 5)).toEqual(['abcdefgh', 'ij']);
  });

  it('sets cells in columns without trailing space', () => {
    expect(
      columns([
        ['a', 'bb', ''],
        ['日本', 'c', 'd'],
      ]),
    ).toEqual(['a     bb', '日本  c   d']);
  });
});
