import { formatPath } from '../arguments/argument-path.ts';
import type { ArgumentPath } from '../arguments/argument-path.ts';
import type { BuildReport } from './report.ts';

/** What writers of bodies need beside the value. */
export interface BodyReport {
  readonly report: BuildReport;
  /** Name of the argument; for a body out of several arguments, the names are its properties'. */
  readonly argument: string;
  /** Of the whole body, files decoded. */
  readonly maxBytes: number;
}

/** The path of a value inside the body, for messages. */
export function bodyPath({ argument }: BodyReport, ...keys: ArgumentPath): string {
  return formatPath(argument === '' ? keys : [argument, ...keys]);
}

/** Notes that a part of the body cannot be sent; the problem is the rest of a sentence. */
export function refuseInBody(body: BodyReport, path: string, problem: string): undefined {
  body.report.refuse(path, `\`${path}\` ${problem}.`);
}
