import type { SpecSource } from '../../src/index.ts';
import { parseDocumentSource } from '../../src/index.ts';
import { UsageError } from '../exit-codes.ts';

/** `NS=SPEC`: the name of a document among several, before its place. */
const named = /^([A-Za-z][A-Za-z0-9_-]*)=(.+)$/su;

/**
 * Reads documents as they stand on the command line: a path, a URL or `-`, with `NS=` before it where a
 * document is to have a name of its own.
 *
 * @throws UsageError where standard input or a name is taken twice.
 */
export function parseSpecs(written: readonly string[]): readonly SpecSource[] {
  const specs = written.map((text): SpecSource => {
    const [, namespace, place] = named.exec(text) ?? [];
    return namespace === undefined || place === undefined
      ? { source: parseDocumentSource(text) }
      : { source: parseDocumentSource(place), namespace };
  });
  if (specs.filter((spec) => spec.source.kind === 'stdin').length > 1) {
    throw new UsageError('Standard input (-) can be one document only.');
  }
  const names = specs.flatMap((spec) => (spec.namespace === undefined ? [] : [spec.namespace]));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`Two documents are named "${twice}".`);
  return specs;
}
