import pico from 'picocolors';

/** Colours of one stream; without a terminal every function returns its text as it is. */
export type Paint = ReturnType<typeof pico.createColors>;

/** Where a command reads and writes. The process's own in the program, buffers in tests. */
export interface Terminal {
  /** Data, to stdout. Ends its own lines. */
  readonly write: (text: string) => void;
  /** Words for people, to stderr. Ends its own lines. */
  readonly tell: (text: string) => void;
  /** Colours for what is written. */
  readonly writePaint: Paint;
  /** Colours for what is told. */
  readonly tellPaint: Paint;
  /** A person watches stderr. */
  readonly interactive: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly folder: string;
}

/** Colours that change nothing. */
export const plain: Paint = pico.createColors(false);

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    write: (text) => void process.stdout.write(text),
    tell: (text) => void process.stderr.write(text),
    writePaint: paintFor(process.stdout),
    tellPaint: paintFor(process.stderr),
    interactive: process.stderr.isTTY && process.env['TERM'] !== 'dumb',
    environment: process.env,
    folder: process.cwd(),
  };
}

/** Colours only where a person sees them and has not said no (https://no-color.org). */
function paintFor(stream: NodeJS.WriteStream): Paint {
  const refused = (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb';
  return pico.createColors(stream.isTTY && !refused);
}
