import { hintAxes, loweredCaution, withDefaults } from '../../model/hints.ts';
import { jsonEqual, type JsonValue } from '../../model/json.ts';
import type { Tool, ToolSettings } from '../../model/tool.ts';
import type { AgentChange, ChangeKind, ChangeSubject } from './change.ts';
import { pathText } from './change.ts';
import { compareArguments } from './compare-arguments.ts';
import { isSameOperation, isSamePlace } from './match-tools.ts';
import { compareSchemas } from './schema/compare-schemas.ts';
import { join } from './schema/types.ts';

/** Everything that changed on one tool. */
export function compareTools(before: Tool, after: Tool): readonly AgentChange[] {
  const subject: ChangeSubject = { kind: 'tool', name: before.name };
  return [
    ...compareName(before, after, subject),
    ...compareOperation(before, after, subject),
    ...compareArguments(before, after, subject),
    ...compareHints(before, after, subject),
    ...compareTexts(before, after, subject),
    ...compareResult(before, after, subject),
    ...compareSecurity(before, after, subject),
    ...compareSettings(before.settings, after.settings, subject),
  ];
}

function compareName(before: Tool, after: Tool, subject: ChangeSubject): readonly AgentChange[] {
  if (before.name === after.name) return [];
  const message = `is called ${after.name} now`;
  const [old, now] = [before.name, after.name];
  return [{ impact: 'breaking', kind: 'renamed', subject, message, before: old, after: now }];
}

function compareOperation(
  { operation: old }: Tool,
  { operation: now }: Tool,
  subject: ChangeSubject,
): readonly AgentChange[] {
  if (old.document === now.document && isSamePlace(old, now)) return [];
  const [before, after] = [`${old.method} ${old.path}`, `${now.method} ${now.path}`];
  const common = { subject, before, after };
  return isSameOperation(old, now)
    ? [
        {
          ...common,
          impact: 'behavioral',
          kind: 'operation-moved',
          message: `sends ${after} instead of ${before}`,
        },
      ]
    : [
        {
          ...common,
          impact: 'breaking',
          kind: 'operation-changed',
          message: `is another operation now: ${after} instead of ${before}`,
        },
      ];
}

/** Less caution than was promised is breaking: clients may have stopped to ask. */
function compareHints(before: Tool, after: Tool, subject: ChangeSubject): readonly AgentChange[] {
  const [old, now] = [withDefaults(before.hints), withDefaults(after.hints)];
  const lowered = new Set(loweredCaution(before.hints, after.hints));
  return hintAxes
    .filter((axis) => old[axis] !== now[axis])
    .map((axis): AgentChange => ({
      impact: lowered.has(axis) ? 'breaking' : 'behavioral',
      kind: lowered.has(axis) ? 'hint-lowered' : 'hint-raised',
      subject,
      message: `has ${axis}Hint ${now[axis]} instead of ${old[axis]}`,
      before: old[axis],
      after: now[axis],
    }));
}

interface Field {
  readonly kind: ChangeKind;
  readonly word: string;
  readonly valueOf: (tool: Tool) => JsonValue | undefined;
}

const fields: readonly Field[] = [
  {
    kind: 'title-changed',
    word: 'title',
    valueOf: ({ title, hints }) => title ?? hints.title,
  },
  { kind: 'description-changed', word: 'description', valueOf: (tool) => tool.description },
  { kind: 'metadata-changed', word: 'summary', valueOf: (tool) => tool.summary },
  { kind: 'metadata-changed', word: 'tags', valueOf: (tool) => tool.tags },
  {
    kind: 'metadata-changed',
    word: 'icons',
    // JSON by its type.
    valueOf: (tool) => tool.icons as JsonValue | undefined,
  },
  { kind: 'metadata-changed', word: '_meta', valueOf: (tool) => tool.meta },
  { kind: 'metadata-changed', word: 'taskSupport', valueOf: (tool) => tool.execution?.taskSupport },
];

function compareTexts(before: Tool, after: Tool, subject: ChangeSubject): readonly AgentChange[] {
  return fields.flatMap(({ kind, word, valueOf }): readonly AgentChange[] => {
    const [old, now] = [valueOf(before), valueOf(after)];
    if (jsonEqual(old, now)) return [];
    return [
      {
        impact: 'behavioral',
        kind,
        subject,
        message: old === undefined ? `has a ${word} now` : `has another ${word}`,
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
      },
    ];
  });
}

/** Models read results as they come; what a schema promises of them changes what they expect. */
function compareResult(before: Tool, after: Tool, subject: ChangeSubject): readonly AgentChange[] {
  const [old, now] = [before.outputSchema, after.outputSchema];
  if (old === undefined || now === undefined) {
    if (old === now) return [];
    return [
      {
        impact: now === undefined ? 'behavioral' : 'additive',
        kind: 'result-changed',
        subject,
        message: now === undefined ? 'has no output schema any more' : 'has an output schema now',
      },
    ];
  }
  return compareSchemas(old, now).map(({ path, ...change }): AgentChange => ({
    ...change,
    impact: change.impact === 'additive' ? 'additive' : 'behavioral',
    kind: change.kind === 'undecided' ? 'result-changed' : change.kind,
    subject,
    path: pathText(['result', ...path]),
    message: resultMessage(change.kind, change.message),
  }));
}

/** Schemas are told from the side of who sends; a result comes from the other one. */
function resultMessage(kind: ChangeKind, message: string): string {
  if (kind === 'newly-required') return 'is always there now';
  if (kind === 'optional-now') return 'may be missing now';
  return message
    .replace(/^no longer takes /, 'is no longer ')
    .replace(/^takes (?:only )?(.*) (?:too|now)$/, 'may be $1');
}

function compareSecurity(
  before: Tool,
  after: Tool,
  subject: ChangeSubject,
): readonly AgentChange[] {
  const [old, now] = [before.security, after.security].map((security) =>
    security.map(({ schemes }) =>
      schemes.map(({ scheme, scopes }) => ({ scheme, scopes: [...scopes] })),
    ),
  );
  if (old === undefined || now === undefined || jsonEqual(old, now)) return [];
  const names = [...new Set(now.flat().map(({ scheme }) => scheme))];
  const common = { subject, before: old, after: now };
  return !isNeeded(old) && isNeeded(now)
    ? [
        {
          ...common,
          impact: 'breaking',
          kind: 'credentials-needed',
          message: `needs credentials now: ${join(names)}`,
        },
      ]
    : [
        {
          ...common,
          impact: 'behavioral',
          kind: 'security-changed',
          message: 'takes other credentials or scopes',
        },
      ];
}

/** No alternative does without a scheme. */
function isNeeded(alternatives: readonly (readonly unknown[])[]): boolean {
  return alternatives.length > 0 && alternatives.every((schemes) => schemes.length > 0);
}

function compareSettings(
  before: ToolSettings,
  after: ToolSettings,
  subject: ChangeSubject,
): readonly AgentChange[] {
  const changes: AgentChange[] = [];
  if (before.confirm !== after.confirm) {
    changes.push(
      after.confirm
        ? {
            impact: 'behavioral',
            kind: 'settings-changed',
            subject,
            message: 'asks the person before each call',
          }
        : {
            impact: 'breaking',
            kind: 'confirm-removed',
            subject,
            message: 'no longer asks the person before a call',
          },
    );
  }
  const missing = after.scopes.filter((scope) => !before.scopes.includes(scope));
  if (missing.length > 0) {
    const message = `asks callers for the scope ${join(missing)}`;
    changes.push({ impact: 'breaking', kind: 'scopes-needed', subject, message });
  }
  for (const [key, words] of settingWords) {
    if (jsonEqual(before[key], after[key])) continue;
    changes.push({
      impact: 'behavioral',
      kind: 'settings-changed',
      subject,
      message: `has other ${words}`,
      before: before[key],
      after: after[key],
    });
  }
  return changes;
}

const settingWords = [
  ['validateArguments', 'checks of its arguments (validateArguments)'],
  ['coerceArguments', 'conversion of text (coerce)'],
  ['unknownArguments', 'treatment of unknown arguments (unknownArguments)'],
  ['middleware', 'middleware'],
  ['configure', 'settings of middleware'],
] as const;
