import { diagnostic, refused, staged, type Staged } from '../../model/diagnostic.ts';
import { isJsonObject } from '../../model/json.ts';
import { didYouMean } from '../../model/nearest-names.ts';
import type { PromptArgument, PromptMessage, PromptPart } from '../../model/prompt.ts';
import {
  badValue,
  type Check,
  flag,
  listOf,
  memberOf,
  nullAsEmpty,
  oneOf,
  type Place,
  record,
  refine,
  text,
  withDiagnostics,
} from './check.ts';
import type { IconFiles } from './icons.ts';
import { type ListedFields, listedChecks, namedMap } from './resource-fields.ts';

/** What a short form says of one prompt. */
export interface PromptFields extends ListedFields {
  readonly arguments?: Readonly<Record<string, Omit<PromptArgument, 'name'>>>;
  readonly messages?: readonly PromptMessage[];
}

type ArgumentFields = Partial<Omit<PromptArgument, 'name'>>;

const argument: Check<Omit<PromptArgument, 'name'>> = nullAsEmpty(
  refine(
    record<ArgumentFields>({ title: text, description: text, required: flag }),
    ({ required = false, ...rest }) => staged({ ...rest, required }),
  ),
);

/** Reads one prompt, and checks that its messages and its arguments know each other. */
export function promptCheck(icons: IconFiles): Check<PromptFields> {
  return refine(
    record<PromptFields>({
      ...listedChecks(icons),
      arguments: nullAsEmpty(namedMap(argument)),
      messages: (place) =>
        typeof place.value === 'string'
          ? refine(message, (only) => staged([only]))(place)
          : listOf(message)(place),
    }),
    checkPlaceholders,
  );
}

/** A text is a message of the user; an object says the role. */
const message: Check<PromptMessage> = (place) => {
  if (!isJsonObject(place.value)) return readMessage('user', place);
  const fields = record<{ role?: PromptMessage['role']; text?: string }>({
    role: oneOf(['user', 'assistant']),
    text,
  })(place);
  if (!fields.ok) return fields;
  const { role = 'user', text: written } = fields.value;
  if (written === undefined) {
    const [first, ...more] = fields.diagnostics;
    return first === undefined
      ? badValue(place, 'has no text', 'Write { role: user, text: "…" }, or the text alone.')
      : refused(first, ...more);
  }
  const read = readMessage(role, memberOf(place, 'text', written));
  return withDiagnostics(read, fields.diagnostics);
};

function readMessage(role: PromptMessage['role'], place: Place): Staged<PromptMessage> {
  return refine(text, (written) => {
    const parts = parseMessage(written);
    return parts === undefined
      ? badValue<PromptMessage>(
          place,
          'has a {{ that begins no placeholder',
          'Write {{name}} for an argument, and \\{{ for two braces.',
        )
      : staged<PromptMessage>({ role, parts });
  })(place);
}

/** Cuts a message at its placeholders; `undefined` where one is malformed. */
export function parseMessage(written: string): readonly PromptPart[] | undefined {
  const parts: PromptPart[] = [];
  let rest = '';
  const flush = (): void => {
    if (rest !== '') parts.push({ kind: 'text', text: rest });
    rest = '';
  };
  // Every alternative begins with another character or is of a fixed shape, so that this is linear.
  for (const [piece, name] of written.matchAll(
    /\\\{\{|\{\{[ \t]{0,8}([A-Za-z0-9_][A-Za-z0-9_.-]{0,127})[ \t]{0,8}\}\}|\{\{|[^\\{]+|[\\{]/g,
  )) {
    if (piece === '{{') return undefined;
    if (name === undefined) rest += piece === String.raw`\{{` ? '{{' : piece;
    else {
      flush();
      parts.push({ kind: 'argument', argument: name });
    }
  }
  flush();
  return parts;
}

function checkPlaceholders(fields: PromptFields, place: Place): Staged<PromptFields> {
  const { messages = [], arguments: declared = {} } = fields;
  if (messages.length === 0) {
    return badValue(place, 'has no messages', 'Give it messages: a text, or a list of them.');
  }
  const used = new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'argument' ? [part.argument] : [])),
    ),
  );
  const names = Object.keys(declared);
  const unknown = [...used].find((name) => !Object.hasOwn(declared, name));
  if (unknown !== undefined) {
    return refused(
      diagnostic('overlay-unknown-placeholder', {
        message: `A message has the placeholder {{${unknown}}}, which is no argument of the prompt.`,
        fix: `${didYouMean(unknown, names)} Arguments here: ${names.join(', ') || 'none'}.`.trim(),
        location: place.location,
      }),
    );
  }
  return staged(
    fields,
    names
      .filter((name) => !used.has(name))
      .map((name) =>
        diagnostic('overlay-placeholder-unused', {
          message: `No message uses the argument ${JSON.stringify(name)} of the prompt.`,
          fix: `Write {{${name}}} where it belongs, or remove it.`,
          location: place.location,
        }),
      ),
  );
}
