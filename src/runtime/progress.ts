import type { ProgressUpdate } from './call.ts';

/** The progress of one call towards the client. */
export interface ProgressReporter {
  readonly report: (update: ProgressUpdate) => void;
  /** Nothing is sent after the result. */
  end(): void;
}

/** An update as MCP sends it. */
export interface TokenProgress extends ProgressUpdate {
  readonly progressToken: string | number;
}

/**
 * Sends progress for the token that the client gave, or nothing where it gave none. The count only rises, as
 * MCP wants it; an update that would not rise is left out.
 */
export function createProgress(
  progressToken: string | number | undefined,
  send: (update: TokenProgress) => void,
): ProgressReporter {
  let last = Number.NEGATIVE_INFINITY;
  let ended = progressToken === undefined;
  return {
    report: (update) => {
      if (ended || progressToken === undefined || !(update.progress > last)) return;
      last = update.progress;
      send({ progressToken, ...update });
    },
    end: () => {
      ended = true;
    },
  };
}
