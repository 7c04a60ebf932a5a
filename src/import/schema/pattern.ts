import type { DocumentNode } from '../document-set.ts';
import { pointerText } from '../shared/nodes.ts';
import { reportKeyword } from './conversion.ts';
import type { Conversion } from './conversion.ts';
import { mayBacktrackForEver } from './pattern-ambiguity.ts';

type Verdict = 'usable' | 'unsafe' | { readonly invalid: string };

/** Checks the regular expressions of schemas, each distinct one once (rule J12). */
export class PatternChecker {
  readonly #verdicts = new Map<string, Verdict>();

  /**
   * The pattern, if it compiles as ECMA-262 with the `u` flag and cannot make a validator hang; otherwise
   * `undefined`, with a report. `locate` finds where the pattern stands.
   */
  usable(conversion: Conversion, pattern: string, locate: () => DocumentNode): string | undefined {
    const verdict = this.#verdictOn(pattern);
    if (verdict === 'usable') return pattern;
    const node = locate();
    const shown = JSON.stringify(pattern.length <= 120 ? pattern : `${pattern.slice(0, 117)}...`);
    const place = pointerText(node.location);
    if (verdict === 'unsafe') {
      reportKeyword(conversion, node, 'schema-pattern-unsafe', {
        message: `The pattern ${shown} at ${place} can take exponential time on a text that does not match, and is left out.`,
        fix: 'Write it so that a repeated group can match a text in one way only.',
      });
    } else {
      reportKeyword(conversion, node, 'schema-pattern-invalid', {
        message: `The pattern ${shown} at ${place} is no ECMA-262 regular expression (${verdict.invalid}), and is left out.`,
        fix: 'Write it in the syntax of JavaScript with the u flag.',
      });
    }
    return undefined;
  }

  #verdictOn(pattern: string): Verdict {
    const known = this.#verdicts.get(pattern);
    if (known !== undefined) return known;
    const verdict = judge(pattern);
    this.#verdicts.set(pattern, verdict);
    return verdict;
  }
}

function judge(pattern: string): Verdict {
  try {
    new RegExp(pattern, 'u').test('');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { invalid: message.split(': ').at(-1) ?? message };
  }
  return mayBacktrackForEver(pattern) ? 'unsafe' : 'usable';
}
