import type { Terminal } from '../terminal.ts';
import { clip, oneLine } from './text.ts';

/** Takes the line away that the cursor stands on (ECMA-48 EL). */
const eraseLine = '\r\u001b[2K';

/** Shows what is being done while it is done, to a person at a terminal and to nobody else. */
export async function withStatus<T>(
  terminal: Terminal,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!terminal.interactive) return work();
  terminal.tell(terminal.tellPaint.dim(clip(oneLine(text), 78)));
  try {
    return await work();
  } finally {
    terminal.tell(eraseLine);
  }
}
