import { describe, expect, it } from 'vitest';
import { codeFrame, placeOf } from '../../../cli/report/code-frame.ts';
import { plain } from '../../../cli/terminal.ts';
import { sourcesOf } from './sources.ts';

const document = 'file:///petstore.yaml';
const text = 'paths:\n  /pets/{id}:\n    get:\n      operationId: getPet';

function frame(source: string, pointer: string): string {
  return codeFrame({ document, pointer }, sourcesOf(source), plain).join('\n');
}

describe('a code frame', () => {
  it('shows the line, its neighbours and a caret below the column', () => {
    expect(frame(text, '/2/3')).toBe(
      ['   1 | paths:', ' > 2 |   /pets/{id}:', '     |   ^', '   3 |     get:']
        .map((line) => line.slice(1))
        .join('\n'),
    );
  });

  it('shows no neighbour before the first line and after the last', () => {
    expect(frame('only', '/1/1')).toBe('> 1 | only\n    | ^');
  });

  it('is empty where the position is not known', () => {
    expect(frame(text, '')).toBe('');
    expect(frame(text, '/99/1')).toBe('');
  });

  it('cuts a very long line around the caret', () => {
    const long = `${'a'.repeat(5_000)}HERE${'b'.repeat(5_000)}`;
    const [line = '', caret = ''] = frame(long, '/1/5001').split('\n');
    expect(line.length).toBeLessThan(120);
    expect(line.slice(caret.indexOf('^'), caret.indexOf('^') + 4)).toBe('HERE');
    expect(line).toMatch(/^> 1 \| …a.*b…$/);
  });

  it('keeps the caret in place behind tabs and wide characters', () => {
    const [line = '', caret = ''] = frame('\t鍵: x', '/1/5').split('\n');
    // Two columns for the tab, two for the ideograph, one for the colon, one for the space.
    expect(caret.indexOf('^') - '> 1 | '.length).toBe(6);
    expect(line).toBe('> 1 |   鍵: x');
  });

  it('shows control characters of the document instead of sending them to the terminal', () => {
    const shown = frame('title: \u001b[31mred\u202e', '/1/8');
    expect(shown).toContain('\\u{1b}[31mred\\u{202e}');
    expect(shown).not.toContain('\u001b');
  });

  it('names the file alone where no position is known', () => {
    expect(placeOf({ document, pointer: '/4/7' }, sourcesOf(text))).toBe('petstore.yaml:4:7');
    expect(placeOf({ document, pointer: '' }, sourcesOf(text))).toBe('petstore.yaml');
  });
});
