/** What one build gave. */
export interface Rebuilt<T> {
  /** Absent where there is nothing to serve; what is wrong has been told. */
  readonly value?: T;
}

/** Rebuilds on demand, never twice at a time. */
export interface Rebuilder {
  /** Asks for a build; while one runs, one more follows it, however often this is called. */
  request(): void;
}

/**
 * Builds one after the other and hands on each value.
 *
 * @param build Must not reject.
 */
export function createRebuilder<T>(
  build: () => Promise<Rebuilt<T>>,
  accept: (value: T) => Promise<void>,
): Rebuilder {
  let running = false;
  let again = false;

  async function run(): Promise<void> {
    running = true;
    do {
      again = false;
      const { value } = await build();
      // What has changed meanwhile makes this value an old one.
      if (value !== undefined && !isWanted()) await accept(value);
    } while (isWanted());
    running = false;
  }

  function isWanted(): boolean {
    return again;
  }

  return {
    request: () => {
      if (running) again = true;
      else void run();
    },
  };
}
