import { jsonEqual, type JsonValue } from '../../model/json.ts';
import type { Prompt } from '../../model/prompt.ts';
import type { Resource } from '../../model/resource.ts';
import type { AgentChange, ChangeSubject } from './change.ts';

/** What happened to resources; agents know them by URI. */
export function compareResources(
  before: readonly Resource[],
  after: readonly Resource[],
): readonly AgentChange[] {
  const now = new Map(after.map((each) => [each.uri, each]));
  const known = new Set(before.map(({ uri }) => uri));
  return [
    ...before.flatMap((old): readonly AgentChange[] => {
      const subject: ChangeSubject = { kind: 'resource', name: old.uri };
      const found = now.get(old.uri);
      if (found === undefined) {
        const moved = after.find((each) => each.name === old.name && !known.has(each.uri));
        return moved === undefined
          ? [{ impact: 'breaking', kind: 'gone', subject, message: 'is gone' }]
          : [
              {
                impact: 'breaking',
                kind: 'renamed',
                subject,
                message: `has the URI ${moved.uri} now`,
                before: old.uri,
                after: moved.uri,
              },
            ];
      }
      return compareWords(old, found, subject);
    }),
    ...after
      .filter(({ uri, name }) => !known.has(uri) && !isMoved(name, before, now))
      .map(({ uri }): AgentChange => ({
        impact: 'additive',
        kind: 'added',
        subject: { kind: 'resource', name: uri },
        message: 'is new',
      })),
  ];
}

function isMoved(
  name: string,
  before: readonly Resource[],
  now: ReadonlyMap<string, Resource>,
): boolean {
  return before.some((old) => old.name === name && !now.has(old.uri));
}

/** What happened to prompts and what they ask for. */
export function comparePrompts(
  before: readonly Prompt[],
  after: readonly Prompt[],
): readonly AgentChange[] {
  const now = new Map(after.map((each) => [each.name, each]));
  const known = new Set(before.map(({ name }) => name));
  return [
    ...before.flatMap((old): readonly AgentChange[] => {
      const subject: ChangeSubject = { kind: 'prompt', name: old.name };
      const found = now.get(old.name);
      if (found === undefined) {
        return [{ impact: 'breaking', kind: 'gone', subject, message: 'is gone' }];
      }
      return [
        ...comparePromptArguments(old, found, subject),
        ...compareWords(old, found, subject),
        ...(jsonEqual(contentOf(old), contentOf(found))
          ? []
          : [
              {
                impact: 'behavioral',
                kind: 'changed',
                subject,
                message: 'says something else',
              } as const,
            ]),
      ];
    }),
    ...after
      .filter(({ name }) => !known.has(name))
      .map(({ name }): AgentChange => ({
        impact: 'additive',
        kind: 'added',
        subject: { kind: 'prompt', name },
        message: 'is new',
      })),
  ];
}

function contentOf({ messages }: Prompt): JsonValue {
  return messages as unknown as JsonValue; // JSON by its type
}

function comparePromptArguments(
  before: Prompt,
  after: Prompt,
  subject: ChangeSubject,
): readonly AgentChange[] {
  const old = new Map(before.arguments.map((each) => [each.name, each]));
  const now = new Map(after.arguments.map((each) => [each.name, each]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path): readonly AgentChange[] => {
    const [was, is] = [old.get(path), now.get(path)];
    const common = { subject, path };
    if (is === undefined) {
      return [{ ...common, impact: 'breaking', kind: 'gone', message: 'is gone' }];
    }
    if (is.required && was?.required !== true) {
      const message = was === undefined ? 'is new and required' : 'is required now';
      return [{ ...common, impact: 'breaking', kind: 'newly-required', message }];
    }
    return was === undefined
      ? [{ ...common, impact: 'additive', kind: 'added', message: 'is new' }]
      : [];
  });
}

type Worded = Pick<Resource, 'title' | 'description' | 'mimeType'>;

function compareWords(
  before: Worded,
  after: Worded,
  subject: ChangeSubject,
): readonly AgentChange[] {
  return (['title', 'description', 'mimeType'] as const).flatMap((key): readonly AgentChange[] => {
    if (before[key] === after[key]) return [];
    return [
      {
        impact: 'behavioral',
        kind: key === 'mimeType' ? 'metadata-changed' : `${key}-changed`,
        subject,
        message: `has another ${key}`,
        ...(before[key] === undefined ? {} : { before: before[key] }),
        ...(after[key] === undefined ? {} : { after: after[key] }),
      },
    ];
  });
}
