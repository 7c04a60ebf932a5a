import * as fc from 'fast-check';
import { type Token, lexer, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { markdownCode, markdownTable, markdownText } from '../../../cli/generate/markdown.ts';
import { oneLine } from '../../../cli/report/text.ts';

/** What an independent reader of GitHub's Markdown sees. */
function tokensOf(markdown: string): readonly Token[] {
  const tokens: Token[] = [];
  void walkTokens(lexer(markdown, { gfm: true }), (token) => {
    tokens.push(token);
  });
  return tokens;
}

function typesIn(markdown: string): ReadonlySet<string> {
  return new Set(tokensOf(markdown).map((token) => token.type));
}

/** The characters that a reader sees, tags gone and entities read. */
function visibleText(markdown: string): string {
  return tokensOf(markdown)
    .filter(
      (token) => token.type === 'text' || token.type === 'escape' || token.type === 'codespan',
    )
    .filter((token) => !('tokens' in token))
    .map((token) => (token.type === 'escape' ? token.raw.slice(1) : token.raw))
    .join('');
}

const hostile = [
  '[click](https://evil.example)',
  '![pixel](https://evil.example/p.png)',
  '<script>alert(1)</script>',
  '<!-- hidden -->',
  '# Heading',
  '- item',
  '1. item',
  '> quote',
  '| a | b |',
  'https://evil.example/path',
  'www.evil.example',
  '1www.evil.example',
  'mail me@evil.example',
  '`code` and ``more``',
  '**bold** _thin_ ~~gone~~',
  '&lt;b&gt; &copy;',
  'line\n\n# Heading\n\n---',
  '[ref]: https://evil.example',
  'ends with a backslash \\',
  '=====',
  '$x$',
];

describe('text of documents in Markdown', () => {
  it.each(hostile)('keeps %j as text', (text) => {
    const types = typesIn(markdownText(text));
    types.forEach((type) => expect(['paragraph', 'text', 'escape', 'html']).toContain(type));
    // The one tag that may occur is our own empty comment, which parts an address of mail.
    tokensOf(markdownText(text))
      .filter((token) => token.type === 'html')
      .forEach((token) => expect(token.raw).toBe('<!-- -->'));
  });

  it.each(hostile)('shows %j as it was written', (text) => {
    expect(visibleText(markdownText(text)).replaceAll('<!-- -->', '')).toBe(oneLine(text));
  });

  it('keeps every text in its cell of a table', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
        const table = markdownTable(
          ['Text', 'Code'],
          texts.map((text) => [markdownText(text), markdownCode(text)]),
        );
        const [token] = lexer(table, { gfm: true });
        expect(token?.type).toBe('table');
        expect(token).toMatchObject({ rows: { length: texts.length } });
      }),
    );
  });

  it('never lets generated text become a link, an image or a tag', () => {
    const piece = fc.constantFrom(
      ...'[]()<>!`|*_~\\/:.@ \n#-+=&'.split(''),
      'http',
      'www.',
      'a',
      '1',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const types = typesIn(markdownText(pieces.join('')));
        for (const type of [
          'link',
          'image',
          'heading',
          'code',
          'codespan',
          'list',
          'blockquote',
          'hr',
        ]) {
          expect(types).not.toContain(type);
        }
      }),
    );
  });

  it.each([
    ['/pet/{petId}', '`/pet/{petId}`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['a|b', String.raw`\`a\|b\``.replaceAll('\\`', '`')],
    ['two\nlines', '`two lines`'],
    ['', ''],
  ])('writes %j as code', (text, code) => {
    expect(markdownCode(text)).toBe(code);
  });
});
