import type { Redactor } from '../../../src/runtime/index.ts';

/** Every secret of a server that texts must not show. */
export interface SecretLog {
  readonly tell: (secret: string) => void;
  /** What was told so far. */
  readonly known: () => readonly string[];
  /** Hands what is told from now on to a redactor. */
  readonly watch: (redactor: Pick<Redactor, 'add' | 'remove'>) => void;
}

/** Secrets that came while the server ran, at most; sources that change give many in the course of time. */
const maxLater = 64;

/** Collects secrets, first for the redactor that is still to be made, then for the one that is there. */
export function createSecretLog(): SecretLog {
  const first = new Set<string>();
  const later = new Set<string>();
  let redactor: Pick<Redactor, 'add' | 'remove'> | undefined;
  return {
    known: () => [...first],
    watch: (watching) => {
      redactor = watching;
    },
    tell: (secret) => {
      if (first.has(secret) || later.has(secret)) return;
      if (redactor === undefined) {
        first.add(secret);
        return;
      }
      redactor.add(secret);
      later.add(secret);
      const [oldest] = later;
      if (later.size > maxLater && oldest !== undefined) {
        later.delete(oldest);
        redactor.remove(oldest);
      }
    },
  };
}
