import type { ApiModel, Operation } from '../model/api.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject, JsonSchema } from '../model/json.ts';
import type { ResponseBinding, ResponseLinkBinding } from '../model/tool.ts';
import type { ResponseDirectives } from './directives.ts';
import type { ResponseOptions } from './options.ts';

/** What is published and known of an operation's answers. */
export interface MappedResponses {
  /** Root is `type: object` and admits `{}`; absent where none is published (rules J18, J19). */
  readonly outputSchema?: JsonSchema;
  /** Its `links` are empty until {@link bindLinks} fills them. */
  readonly response: ResponseBinding;
  /** Links of successful answers that name an operation (rule R21). */
  readonly links: readonly PendingLink[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A link whose target is still an operation, not a tool. */
export interface PendingLink {
  readonly status: string;
  readonly name: string;
  readonly target:
    | { readonly kind: 'id'; readonly operationId: string }
    | { readonly kind: 'place'; readonly method: string; readonly path: string };
  /** By parameter name as the document writes it: `id`, or `path.id` where the place matters. */
  readonly parameters: JsonObject;
}

/** A tool that a link may lead to. */
export interface LinkTarget {
  /** The tool's name. */
  readonly tool: string;
  /** {@link MappedArguments.argumentNames} of its operation. */
  readonly argumentNames: Readonly<Record<string, string>>;
}

/** Documents the answers of one operation (rules R1, R2, R6, J18, J19). Never throws. */
export function mapResponses(
  operation: Operation,
  api: ApiModel,
  mode: 'off' | 'relaxed' | 'strict',
  options: ResponseOptions & { readonly directives: ResponseDirectives },
): MappedResponses {
  void operation;
  void api;
  void mode;
  return {
    response: { cases: [], headers: [], links: [], ...options.directives },
    links: [],
    diagnostics: [],
  };
}

/** Turns links to operations into links to tools; a target that is no tool, or an unknown parameter, is left out. */
export function bindLinks(
  links: readonly PendingLink[],
  find: (target: PendingLink['target']) => LinkTarget | undefined,
): readonly ResponseLinkBinding[] {
  void links;
  void find;
  return [];
}
