import type { ArgumentPath } from '../arguments/argument-path.ts';
import { formatPath } from '../arguments/argument-path.ts';
import type { ArgumentValue } from '../arguments/argument-value.ts';
import {
  isArgumentArray,
  isArgumentObject,
  maxArgumentDepth,
} from '../arguments/argument-value.ts';
import { hasLoneSurrogate } from './encode.ts';
import type { ArgumentFault } from './plan.ts';

/** Collects what is wrong and what is worth noting while one request is built. */
export class BuildReport {
  readonly faults: ArgumentFault[] = [];
  readonly remarks: string[] = [];
  /** A fault lies in configuration or credentials, which no argument can mend. */
  internal = false;

  /** Notes that an argument cannot be sent; the message is a sentence that says what to send instead. */
  refuse(argument: string, message: string): void {
    this.faults.push({ argument, message });
  }

  /** Notes a fault of configuration, credentials or the artifact. Never holds a secret. */
  refuseInternally(subject: string, message: string): void {
    this.internal = true;
    this.faults.push({ argument: subject, message });
  }

  /** Notes a decision that the audit should know; never holds values. */
  remark(text: string): void {
    this.remarks.push(text);
  }

  /**
   * Turns what an encoding function threw into a fault that names the place.
   *
   * @throws What was thrown, where it is neither a lone surrogate nor too deep nesting.
   */
  refuseThrown(thrown: unknown, argument: string, value: ArgumentValue | undefined): void {
    if (thrown instanceof URIError) {
      const place = findLoneSurrogate(value, [argument]) ?? [argument];
      this.refuse(
        formatPath(place),
        `\`${formatPath(place)}\` holds half of a surrogate pair, which is not a character; send valid Unicode text.`,
      );
    } else if (thrown instanceof RangeError) {
      this.refuse(
        argument,
        `\`${argument}\` is nested too deeply to be sent; send a flatter value.`,
      );
    } else {
      throw thrown;
    }
  }
}

function findLoneSurrogate(
  value: ArgumentValue | undefined,
  path: ArgumentPath,
): ArgumentPath | undefined {
  if (typeof value === 'string') return hasLoneSurrogate(value) ? path : undefined;
  if (path.length > maxArgumentDepth) return undefined;
  if (isArgumentArray(value)) return firstOf(value.entries(), path);
  if (!isArgumentObject(value)) return undefined;
  if (Object.keys(value).some(hasLoneSurrogate)) return path;
  return firstOf(Object.entries(value), path);
}

function firstOf(
  members: Iterable<readonly [string | number, ArgumentValue]>,
  path: ArgumentPath,
): ArgumentPath | undefined {
  for (const [key, member] of members) {
    const found = findLoneSurrogate(member, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
