import type { Operation, Parameter } from '../../model/api.ts';
import { diagnostic, type Diagnostic, type DiagnosticCode } from '../../model/diagnostic.ts';
import type { JsonValue } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import type { PlannedBody } from '../body.ts';
import type { ArgumentDirective, RequestDirectives } from '../directives.ts';
import { operationName } from '../operation-name.ts';
import type { Converted, Definitions } from '../schema/definitions.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import type { Perspective } from '../schema/perspective.ts';

/** What arguments are laid out from. */
export interface LayoutRequest {
  readonly operation: Operation;
  readonly library: SchemaLibrary;
  readonly perspective: Perspective;
  readonly directives: RequestDirectives;
  readonly body?: PlannedBody;
  /** Names of an earlier build, by place and wire name. */
  readonly lockedNames: Readonly<Record<string, string>>;
}

/** One argument that a caller sees; the smaller rank comes first in the list (rule A6). */
export interface LaidOutArgument {
  readonly name: string;
  readonly required: boolean;
  readonly rank: number;
  readonly publish: (definitions: Definitions) => Converted;
}

/** Where the value of a part comes from: the caller, the overlay, or nowhere (rule A9). */
export type Origin =
  | { readonly kind: 'caller' }
  | { readonly kind: 'fixed'; readonly value: JsonValue }
  | { readonly kind: 'nowhere' };

/** What the parts of the layout share. */
export class LayoutContext {
  readonly request: LayoutRequest;
  readonly diagnostics: Diagnostic[] = [];

  constructor(request: LayoutRequest) {
    this.request = request;
  }

  /** What the overlay says under the first of these keys that it has. */
  directiveOf(...keys: readonly string[]): ArgumentDirective | undefined {
    const directives = this.request.directives.arguments;
    const key = keys.find((candidate) => Object.hasOwn(directives, candidate));
    return key === undefined ? undefined : directives[key];
  }

  /** Decides where a value comes from; what must be sent cannot be hidden without a value. */
  originOf(
    directive: ArgumentDirective | undefined,
    { name, required }: { readonly name: string; readonly required: boolean },
  ): Origin {
    if (directive?.fixed !== undefined) return { kind: 'fixed', value: directive.fixed };
    if (directive?.hide !== true) return { kind: 'caller' };
    if (!required) return { kind: 'nowhere' };
    this.report('argument-hide-required', {
      message: `The overlay hides "${name}" of ${this.operationText()}, but no request is complete without it.`,
      fix: 'Give it a fixed value instead, or let callers see it.',
      location: directive.location,
    });
    return { kind: 'caller' };
  }

  operationText(): string {
    const { method, path } = this.request.operation;
    return `${method} ${path}`;
  }

  report(
    code: DiagnosticCode,
    details: {
      readonly message: string;
      readonly fix: string;
      readonly location: SourceLocation | undefined;
    },
  ): void {
    const { message, fix, location } = details;
    this.diagnostics.push(
      diagnostic(code, {
        message,
        fix,
        operation: operationName(this.request.operation),
        ...(location === undefined ? {} : { location }),
      }),
    );
  }
}

/** Order of arguments: required ones by place, the body, then what is optional (rule A6). */
export function rankOf(place: Parameter['in'] | 'body', required: boolean): number {
  if (!required) return place === 'body' ? 5 : 4;
  if (place === 'path') return 0;
  if (place === 'query') return 1;
  return place === 'body' ? 3 : 2;
}

/** A published schema under another description. */
export function describedBy(converted: Converted, description: string | undefined): Converted {
  if (description === undefined) return converted;
  return { ...converted, schema: { ...converted.schema, description } };
}
