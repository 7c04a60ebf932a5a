import type { JsonValue } from '../../model/json.ts';

/**
 * What a change means for whoever has learned the tools. `breaking`: what worked may fail, or is less safe than was
 * said; `behavioral`: it works, and agents may choose or act otherwise; `additive`: there is more.
 */
export type Impact = 'breaking' | 'behavioral' | 'additive';

/** The impacts, the gravest first. */
export const impacts: readonly Impact[] = ['breaking', 'behavioral', 'additive'];

/** What changed, as a stable word for programs. */
export type ChangeKind =
  | 'added'
  | 'changed'
  | 'closed'
  | 'confirm-removed'
  | 'credentials-needed'
  | 'default-changed'
  | 'deprecated'
  | 'description-changed'
  | 'enum-value-added'
  | 'enum-value-gone'
  | 'format-changed'
  | 'gone'
  | 'hint-lowered'
  | 'hint-raised'
  | 'metadata-changed'
  | 'mode-changed'
  | 'narrowed'
  | 'newly-required'
  | 'opened'
  | 'operation-changed'
  | 'operation-moved'
  | 'optional-now'
  | 'origin-changed'
  | 'path-changed'
  | 'renamed'
  | 'result-changed'
  | 'scopes-needed'
  | 'security-changed'
  | 'settings-changed'
  | 'title-changed'
  | 'type-narrowed'
  | 'type-widened'
  | 'undecided'
  | 'undescribed'
  | 'variables-renamed'
  | 'widened';

/** What a change is about. */
export interface ChangeSubject {
  readonly kind: 'server' | 'tool' | 'resource' | 'prompt';
  /** The name of before; of what is new its own. */
  readonly name: string;
}

/** One difference that agents, or whoever runs them, can notice. */
export interface AgentChange {
  readonly impact: Impact;
  readonly kind: ChangeKind;
  readonly subject: ChangeSubject;
  /** The argument, or a place in it: `body.items[].price`; absent where the subject as a whole is meant. */
  readonly path?: string;
  /** What happened, as a sentence whose subject is the path, or else the subject. */
  readonly message: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** A difference between two schemas, without its subject. */
export type SchemaChange = Omit<AgentChange, 'subject' | 'path'> & {
  readonly path: readonly string[];
};

/** Joins the steps to a place: keys by dots, items and other properties as they are. */
export function pathText(path: readonly string[]): string {
  return path.reduce((text, step) => {
    if (text === '') return step;
    return step === '[]' ? text + step : `${text}.${step}`;
  }, '');
}
