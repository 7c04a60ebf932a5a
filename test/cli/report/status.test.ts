import { describe, expect, it } from 'vitest';
import { withStatus } from '../../../cli/report/status.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { plain } from '../../../cli/terminal.ts';

function terminalOf(interactive: boolean, told: string[]): Terminal {
  return {
    write: () => undefined,
    tell: (text) => void told.push(text),
    writePaint: plain,
    tellPaint: plain,
    interactive,
    environment: {},
    folder: '/',
  };
}

describe('the line that says what is being done', () => {
  it('is shown to a person and taken away, also when the work fails', async () => {
    const told: string[] = [];
    const terminal = terminalOf(true, told);
    expect(await withStatus(terminal, 'reading a.yaml', () => Promise.resolve(7))).toBe(7);
    const failing = withStatus(terminal, 'reading b.yaml', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(told).toEqual(['reading a.yaml', '\r\u001b[2K', 'reading b.yaml', '\r\u001b[2K']);
  });

  it('is never seen where nobody watches', async () => {
    const told: string[] = [];
    await withStatus(terminalOf(false, told), 'reading', () => Promise.resolve());
    expect(told).toEqual([]);
  });
});
