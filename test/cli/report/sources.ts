import type { SourceIndex } from '../../../src/index.ts';

/** A source index over one text, where the pointer `/line/column` is the position itself. */
export function sourcesOf(text: string, name = 'petstore.yaml'): SourceIndex {
  const lines = text.split('\n');
  return {
    position: ({ pointer }) => {
      const [line, column] = pointer.slice(1).split('/').map(Number);
      return line === undefined || column === undefined ? undefined : { line, column };
    },
    line: (_document, line) => lines[line - 1],
    displayName: () => name,
  };
}
