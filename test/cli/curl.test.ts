import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlCommand } from '../../cli/curl.ts';
import { shellQuote } from '../../cli/server/shell-quote.ts';
import type { RequestPlan } from '../../src/index.ts';

const plan: RequestPlan = {
  method: 'GET',
  url: 'https://petstore.example/v1/pet/1',
  origin: 'https://petstore.example',
  target: '/v1/pet/1',
  headers: [['Accept', 'application/json']],
  body: { kind: 'none' },
};

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The words that a shell makes of a command line, `curl` being a function that prints its arguments. */
function wordsIn(command: string, name = 'curl'): readonly string[] {
  const script = `${name}() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

const same = (text: string): string => text;

describe('quoting for a shell', () => {
  it('gives a shell the very words back', () => {
    const words = fc
      .sample(fc.string({ unit: 'binary' }), 300)
      .map((word) => word.replaceAll('\0', ''));
    const hostile = [
      "'",
      "'; id #",
      '$(id)',
      '`id`',
      '\\',
      '"',
      '!x',
      '~',
      '*',
      '',
      '-n',
      'a\nb',
      '\ud83d\ude00',
    ];
    const all = [...hostile, ...words];
    expect(wordsIn(`show ${all.map(shellQuote).join(' ')}`, 'show')).toEqual(all);
  });

  it('leaves plain words as they are', () => {
    expect(shellQuote('https://petstore.example/v1?a=b')).toBe("'https://petstore.example/v1?a=b'");
    expect(shellQuote('/tmp/petstore-mcp/server.mjs')).toBe('/tmp/petstore-mcp/server.mjs');
  });
});

describe('a request as curl', () => {
  it('is one command over several lines', () => {
    expect(curlCommand(plan, same)).toBe(
      [
        'curl --globoff --path-as-is \\',
        '  https://petstore.example/v1/pet/1 \\',
        "  --header 'Accept: application/json'",
      ].join('\n'),
    );
  });

  it('names every method but GET, and asks for HEAD in its own way', () => {
    expect(wordsIn(curlCommand({ ...plan, method: 'DELETE' }, same))).toContain('DELETE');
    expect(wordsIn(curlCommand({ ...plan, method: 'HEAD' }, same))).toContain('--head');
  });

  it('sends a body that begins with @ as it is, also with GET', () => {
    const words = wordsIn(
      curlCommand(
        {
          ...plan,
          body: { kind: 'bytes', contentType: 'text/plain', bytes: utf8('@/etc/passwd') },
        },
        same,
      ),
    );
    expect(words.slice(-4)).toEqual([
      '--header',
      'Content-Type: text/plain',
      '--data-raw',
      '@/etc/passwd',
    ]);
    expect(words).toContain('--request');
  });

  it('pipes bytes that are no text', () => {
    const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]);
    const command = curlCommand(
      { ...plan, method: 'PUT', body: { kind: 'bytes', contentType: 'image/png', bytes } },
      same,
    );
    const piped = execFileSync('sh', ['-c', `curl() { cat; }\n${command}`]);
    expect([...piped]).toEqual([...bytes]);
  });

  it('sends an empty header instead of taking it away', () => {
    expect(wordsIn(curlCommand({ ...plan, headers: [['X-Empty', '']] }, same))).toContain(
      'X-Empty;',
    );
  });

  it('masks secrets in URL, headers and body', () => {
    const command = curlCommand(
      {
        ...plan,
        url: 'https://petstore.example/v1?key=hunter22',
        headers: [['Authorization', 'Bearer hunter22']],
        body: { kind: 'bytes', contentType: 'application/json', bytes: utf8('{"k":"hunter22"}') },
      },
      (text) => text.replaceAll('hunter22', '[redacted]'),
    );
    expect(command).not.toContain('hunter22');
    expect(command.match(/\[redacted\]/g)).toHaveLength(3);
  });
});
