import type { ApiModel, Operation } from '../model/api.ts';
import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import { operationKey, operationName } from './operation-name.ts';
import { operationPattern, operationsBelow, suggestPatterns, tagTree } from './pattern.ts';

/** One `--include` or `--exclude`, in the order of the command line. */
export interface SelectionRule {
  readonly action: 'include' | 'exclude';
  /** An operationId, `METHOD /path/glob` or `tag:name`; see {@link operationPattern}. */
  readonly pattern: string;
}

/** Which operations become tools. */
export interface SelectionOptions {
  /** The first rule that matches decides; where none does, the operation stays unless there is an `include`. */
  readonly rules: readonly SelectionRule[];
  /** Leave deprecated operations out (rule V15). */
  readonly skipDeprecated: boolean;
  /** What people and the document say of an operation, where they say anything. */
  readonly enabled: (operation: Operation) => boolean | undefined;
}

/** An operation that was left out because somebody wanted it so. */
export interface DroppedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly reason: 'disabled' | 'excluded' | 'not-included' | 'deprecated' | 'trace' | 'read-only';
  /** The rule that decided, where one did. */
  readonly rule?: string;
}

/** The operations that stay, in document order, and why the others went. */
export interface Selection {
  readonly kept: readonly Operation[];
  readonly dropped: readonly DroppedOperation[];
  readonly diagnostics: readonly Diagnostic[];
  /** Rules that match nothing here, one diagnostic each; they may match in another document. */
  readonly unmatched: readonly Diagnostic[];
}

/**
 * Selects operations. What is disabled by the document or an overlay stays out, whatever a rule says; TRACE
 * stays out unless it is enabled or included by name.
 */
export function selectOperations(api: ApiModel, options: SelectionOptions): Selection {
  const tags = tagTree(api.tags);
  const rules = options.rules.map((rule) => ({
    ...rule,
    matcher: operationPattern(rule.pattern, tags),
  }));
  const used = new Set<string>();
  for (const each of api.operations) {
    for (const { pattern, matcher } of rules) {
      if (matcher.match(each) !== undefined) used.add(pattern);
    }
  }
  const kept: Operation[] = [];
  const dropped: DroppedOperation[] = [];
  for (const each of api.operations) {
    const decision = decide(each, rules, options);
    if (decision === undefined) kept.push(each);
    else dropped.push({ ...operationName(each), ...decision });
  }
  return {
    kept,
    dropped,
    diagnostics: [...skippedTraces(dropped), ...shallowRules(api, options.rules)],
    unmatched: options.rules
      .filter(({ pattern }) => !used.has(pattern))
      .map((rule) => unmatchedRule(rule, api)),
  };
}

type Decision = Pick<DroppedOperation, 'reason' | 'rule'>;

interface CompiledRule extends SelectionRule {
  readonly matcher: ReturnType<typeof operationPattern>;
}

/** Why an operation goes; `undefined` where it stays. */
function decide(
  operation: Operation,
  rules: readonly CompiledRule[],
  options: SelectionOptions,
): Decision | undefined {
  const enabled = options.enabled(operation);
  if (enabled === false) return { reason: 'disabled' };
  const rule = rules.find(({ matcher }) => matcher.match(operation) !== undefined);
  if (rule?.action === 'exclude') return { reason: 'excluded', rule: rule.pattern };
  if (rule === undefined && rules.some(({ action }) => action === 'include')) {
    return { reason: 'not-included' };
  }
  if (operation.method === 'TRACE' && !operation.additional) {
    const named = enabled === true || rule?.matcher.match(operation) === 'exact';
    if (!named) return { reason: 'trace' };
  }
  return options.skipDeprecated && operation.deprecated ? { reason: 'deprecated' } : undefined;
}

function skippedTraces(dropped: readonly DroppedOperation[]): readonly Diagnostic[] {
  return dropped
    .filter(({ reason }) => reason === 'trace')
    .map((each) =>
      diagnostic('trace-skipped', {
        message: `${operationKey(each)} is not a tool: TRACE only echoes a request, credentials included.`,
        fix: 'Enable it by name in an overlay or with --include if agents should have it.',
        operation: operationName(each),
        effect: 'operation-left-out',
      }),
    );
}

function shallowRules(api: ApiModel, rules: readonly SelectionRule[]): readonly Diagnostic[] {
  const tags = tagTree(api.tags);
  return rules
    .filter(({ action }) => action === 'exclude')
    .flatMap(({ pattern }) => {
      const below = operationsBelow(pattern, api.operations, tags);
      return below.length === 0 ? [] : [shallowPattern(`--exclude ${pattern}`, pattern, below)];
    });
}

/** Says what a pattern that shuts off one level leaves open below it. */
export function shallowPattern(
  what: string,
  pattern: string,
  below: readonly Operation[],
): Diagnostic {
  const [first] = below;
  const example = first === undefined ? '' : `, for instance ${operationKey(first)}`;
  return diagnostic('pattern-shallow', {
    message: `"${what}" does not reach ${count(below.length, 'operation')} further down${example}.`,
    fix: `Write "${pattern}*" to reach every level.`,
  });
}

function unmatchedRule({ action, pattern }: SelectionRule, api: ApiModel): Diagnostic {
  return diagnostic('selection-unmatched', {
    message: `--${action} ${JSON.stringify(pattern)} matches no operation.`,
    fix: `${suggestPatterns(pattern, api)} A rule is an operationId, "METHOD /path" with * and **, or tag:NAME.`.trim(),
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
