import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { momentOf } from '../../../cli/commands/audit.ts';
import { folderWith, runHere } from './in-process.ts';

/** Chains entries by the format's own words: SHA-256 of the line before. */
function auditText(entries: readonly Readonly<Record<string, unknown>>[]): string {
  let prev = '0'.repeat(64);
  return entries
    .map((entry, index) => {
      const line = JSON.stringify({
        format: 1,
        run: 'r',
        seq: index + 1,
        time: `2026-12-01T10:00:0${index}.000Z`,
        ...entry,
        prev,
      });
      prev = createHash('sha256').update(line).digest('hex');
      return `${line}\n`;
    })
    .join('');
}

/** The hash of the last line. */
function hashOf(text: string): string {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  return createHash('sha256').update(line).digest('hex');
}

const start = {
  type: 'start',
  server: { name: 'shop', version: '1' },
  documents: {},
  arguments: 'redacted',
};

function intent(id: string, tool: string, rest: Readonly<Record<string, unknown>> = {}) {
  return { type: 'intent', id, tool, readOnly: true, arguments: { id: 1 }, ...rest };
}

function outcome(id: string, tool: string, rest: Readonly<Record<string, unknown>> = {}) {
  return {
    type: 'outcome',
    id,
    tool,
    outcome: 'success',
    status: 200,
    attempts: 1,
    durationMs: 12.5,
    upstreamMs: 10,
    requestBytes: 0,
    responseBytes: 2,
    notes: [],
    ...rest,
  };
}

const whole = auditText([
  start,
  intent('1', 'getPet', { principal: 'ada' }),
  outcome('1', 'getPet'),
  intent('2', 'deletePet', { principal: 'bob', arguments: { id: '\u001b[31mred' } }),
  outcome('2', 'deletePet', { outcome: 'failure', reason: 'status', status: 404 }),
  intent('3', 'getStore'),
]);

describe('openapi-mcp audit verify', () => {
  it('says that a file is whole, and which calls have no outcome', async () => {
    const folder = folderWith({ 'audit.jsonl': whole });
    const { code, stdout } = await runHere(['audit', 'verify', 'audit.jsonl'], { folder });
    expect(stdout).toBe(
      '1 call has no outcome: still running, or the server was killed.\n' +
        `6 records, whole; the last has the hash ${hashOf(whole)}\n`,
    );
    expect(code).toBe(0);
  });

  it('finds records that were cut off at the end by the hash that an earlier check gave', async () => {
    const later = whole + JSON.stringify({ format: 1, run: 's', seq: 1, prev: hashOf(whole) });
    const cut = `${whole.trimEnd().split('\n').slice(0, -1).join('\n')}\n`;
    const folder = folderWith({ 'later.jsonl': `${later}\n`, 'cut.jsonl': cut });
    const verify = (file: string, ...words: readonly string[]) =>
      runHere(['audit', 'verify', file, '--anchor', hashOf(whole), ...words], { folder });
    expect((await verify('later.jsonl')).code).toBe(0);
    const found = await verify('cut.jsonl');
    expect(found.stdout).toMatch(/No line here has the hash \w{64}: records up to it were cut off/);
    expect(found.code).toBe(1);
    expect(JSON.parse((await verify('cut.jsonl', '--json')).stdout)).toMatchObject({
      anchored: false,
      last: hashOf(cut),
    });
  });

  it.each(['abc', '0'.repeat(63), 'g'.repeat(64)])(
    'takes no anchor that is no hash: %s',
    async (hash) => {
      const folder = folderWith({ 'audit.jsonl': whole });
      const words = ['audit', 'verify', 'audit.jsonl', '--anchor', hash];
      expect((await runHere(words, { folder })).code).toBe(2);
    },
  );

  it('takes the hash of no line at all for a cut', async () => {
    const folder = folderWith({ 'audit.jsonl': whole });
    const words = ['audit', 'verify', 'audit.jsonl', '--anchor', '0'.repeat(64)];
    expect((await runHere(words, { folder })).code).toBe(1);
  });

  it.each<[string, (lines: string[]) => string, RegExp]>([
    ['missing', (l) => l.toSpliced(2, 1).join('\n'), /audit\.jsonl:3 .*record 3 .* is missing/],
    [
      'missing, several',
      (l) => l.toSpliced(1, 2).join('\n'),
      /jsonl:2 .*records 2 to 3 .* missing/,
    ],
    ['changed', (l) => l.join('\n').replace('ada', 'eve'), /audit\.jsonl:3 .*changed/],
    ['put in twice', (l) => l.toSpliced(2, 0, l[1] ?? '').join('\n'), /jsonl:3 has number 2/],
    ['torn', (l) => l.join('\n').slice(0, -40), /audit\.jsonl:6 is torn/],
    ['something else', (l) => l.with(3, 'hello').join('\n'), /jsonl:4 is not an audit record/],
    ['first, and missing', (l) => l.slice(1).join('\n'), /jsonl:1 .*record 1 .* is missing/],
  ])('ends with 1 for a record that is %s', async (_what, damage, said) => {
    const folder = folderWith({ 'audit.jsonl': damage(whole.trimEnd().split('\n')) });
    const { code, stdout } = await runHere(['audit', 'verify', 'audit.jsonl'], { folder });
    expect(stdout).toMatch(said);
    expect(code).toBe(1);
    const json = await runHere(['audit', 'verify', 'audit.jsonl', '--json'], { folder });
    const report = JSON.parse(json.stdout) as { readonly faults: readonly unknown[] };
    expect(report.faults.length).toBeGreaterThan(0);
    expect(json.code).toBe(1);
  });

  it('does not take a line separator in a text for the end of a record', async () => {
    const text = auditText([start, intent('1', 'say', { arguments: { text: 'a\u2028b\u0085c' } })]);
    const folder = folderWith({ 'audit.jsonl': text });
    const { code } = await runHere(['audit', 'verify', 'audit.jsonl'], { folder });
    expect(code).toBe(0);
  });

  it('reads characters whose bytes stand in two pieces of a large file', async () => {
    const rows = Array.from({ length: 9 }, (_, index) =>
      intent(String(index), 'say', {
        arguments: { text: `${'x'.repeat(index)}${'語'.repeat(99_999)}` },
      }),
    );
    const folder = folderWith({ 'audit.jsonl': auditText(rows) });
    const { code, stdout } = await runHere(['audit', 'verify', 'audit.jsonl'], { folder });
    expect(stdout).toContain('9 records, whole');
    expect(code).toBe(0);
  });

  it('names a file that cannot be read', async () => {
    const { code, stderr } = await runHere(['audit', 'verify', 'none.jsonl'], {
      folder: folderWith(),
    });
    expect(stderr).toMatch(/none\.jsonl cannot be read/);
    expect(code).toBe(1);
  });
});

/** The ids that `audit show --json` prints. */
async function shownIds(...flags: readonly string[]): Promise<readonly string[]> {
  const folder = folderWith({ 'audit.jsonl': whole });
  const { stdout, code } = await runHere(['audit', 'show', 'audit.jsonl', '--json', ...flags], {
    folder,
  });
  expect(code).toBe(0);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly id: string }).id);
}

describe('openapi-mcp audit show', () => {
  it('shows each call with its outcome, and no escape sequence of an argument', async () => {
    const folder = folderWith({ 'audit.jsonl': whole });
    const { stdout } = await runHere(['audit', 'show', 'audit.jsonl'], { folder });
    expect(stdout).toMatch(/10:00:01\.000Z +getPet +success 200 +12\.5 ms +ada +\{"id":1\}\n/);
    expect(stdout).toMatch(/deletePet +status 404/);
    expect(stdout).toMatch(/getStore +no outcome/);
    expect(stdout).toMatch(/3 calls, 1 failed\n$/);
    expect(stdout).not.toContain('\u001b');
  });

  it.each<[readonly string[], readonly string[]]>([
    [[], ['1', '2', '3']],
    [['--tool', 'getPet'], ['1']],
    [
      ['--tool', '*Pet'],
      ['1', '2'],
    ],
    [
      ['--tool', 'get*'],
      ['1', '3'],
    ],
    [['--tool', 'get'], []],
    [['--outcome', 'success'], ['1']],
    [['--outcome', 'failure'], ['2']],
    [['--outcome', 'status'], ['2']],
    [['--outcome', '404'], ['2']],
    [['--outcome', 'none'], ['3']],
    [
      ['--since', '2026-12-01T10:00:02Z'],
      ['2', '3'],
    ],
    [['--principal', 'ada'], ['1']],
    [['--principal', 'ada', '--tool', 'deletePet'], []],
  ])('with %j shows %j', async (flags, ids) => {
    expect(await shownIds(...flags)).toEqual(ids);
  });

  it('refuses a time that is none', async () => {
    const { code, stderr } = await runHere(['audit', 'show', 'x', '--since', 'yesterday'], {
      folder: folderWith(),
    });
    expect(stderr).toContain('--since yesterday is no time');
    expect(code).toBe(2);
  });

  it.each([
    ['90m', 90 * 60_000],
    ['12h', 12 * 3_600_000],
    ['7d', 7 * 86_400_000],
  ])('takes %s for a time so long ago', (text, milliseconds) => {
    expect(momentOf(text, 1e12)).toBe(1e12 - milliseconds);
  });

  it('says how many lines are no records', async () => {
    const folder = folderWith({ 'audit.jsonl': `${whole}gibberish\n` });
    const { stderr, stdout } = await runHere(['audit', 'show', 'audit.jsonl'], { folder });
    expect(stderr).toContain('1 line is no audit record');
    expect(stdout).toContain('3 calls');
  });
});
