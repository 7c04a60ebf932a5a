import { diagnostic } from '../../model/diagnostic.ts';
import type { SourceLocation } from '../../model/source.ts';
import type { Report } from '../shared/reading.ts';

/**
 * Counts keywords that are dropped all over a document, so that each is reported once with its first
 * place instead of a thousand times.
 */
export class KeywordTally {
  readonly #found = new Map<string, { readonly first: SourceLocation; count: number }>();

  /** Notes one use of a keyword that has no meaning here. */
  add(keyword: string, location: SourceLocation): void {
    const known = this.#found.get(keyword);
    if (known === undefined) this.#found.set(keyword, { first: location, count: 1 });
    else known.count += 1;
  }

  /** Reports what was counted. */
  report(report: Report): void {
    for (const [keyword, { first, count }] of this.#found) {
      const times = count === 1 ? 'once' : `${count} times`;
      report(
        diagnostic('schema-keyword-unknown', {
          message: `The schema keyword ${JSON.stringify(keyword)} is used ${times} and means nothing; it is left out.`,
          fix: 'Correct its spelling, or begin its name with x- if it is an extension.',
          location: first,
        }),
      );
    }
  }
}
