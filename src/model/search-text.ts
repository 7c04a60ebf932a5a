import type { JsonObject, JsonValue } from './json.ts';
import { isArray, isJsonObject, ownValue } from './json.ts';
import type { ToolMetadata } from './tool.ts';

/**
 * How texts become search terms. The index is built at build time and asked at run time, where hand-written tools
 * join it: both sides cut and weigh texts with the functions here, so that they can never disagree.
 */

/** How much a word counts by the place where a tool says it, and how much a long text takes from each of its words. */
interface FieldWeight {
  readonly weight: number;
  /** Words of a text of usual length. */
  readonly usualLength: number;
  /** From 0, where length does not matter, to 1. */
  readonly lengthShare: number;
}

const fieldWeights = {
  name: { weight: 1.5, usualLength: 4, lengthShare: 0.5 },
  summary: { weight: 6.5, usualLength: 6, lengthShare: 0.7 },
  path: { weight: 2, usualLength: 4, lengthShare: 0.7 },
  tags: { weight: 2, usualLength: 2, lengthShare: 0.3 },
  arguments: { weight: 0.5, usualLength: 8, lengthShare: 0.75 },
  /** What is said of arguments, in many more words. */
  argumentDescriptions: { weight: 0.25, usualLength: 40, lengthShare: 1 },
  description: { weight: 0.8, usualLength: 15, lengthShare: 0.65 },
} as const satisfies Readonly<Record<string, FieldWeight>>;

type SearchField = keyof typeof fieldWeights;

const searchFields = [
  'name',
  'summary',
  'path',
  'tags',
  'arguments',
  'argumentDescriptions',
  'description',
] as const satisfies readonly SearchField[];

/** Longer descriptions add noise, not meaning. */
const describedLength = 400;
const describedArgumentLength = 200;

/** The words of a tool with how much it says each, by the stem; with each stem, a word that has it. */
export function weighWords(
  tool: ToolMetadata,
  path = '',
): ReadonlyMap<string, { readonly word: string; readonly weight: number }> {
  const weights = new Map<string, { readonly word: string; readonly weight: number }>();
  const texts = textsOf(tool, path);
  for (const field of searchFields) {
    const words = splitWords(texts[field]);
    const { weight, usualLength, lengthShare } = fieldWeights[field];
    const each = weight / (1 - lengthShare + lengthShare * (words.length / usualLength));
    const isCore = field === 'name' || field === 'tags';
    for (const word of words) {
      // A tool may be called `getThing`; what a sentence is held together by is nothing to search for.
      if (!isCore && isStopWord(word)) continue;
      const stem = stemWord(word);
      const before = weights.get(stem);
      weights.set(stem, { word: before?.word ?? word, weight: (before?.weight ?? 0) + each });
    }
  }
  return weights;
}

function textsOf(
  { name, title = '', summary, description, tags, inputSchema }: ToolMetadata,
  path: string,
): Readonly<Record<SearchField, string>> {
  const properties = inputSchema['properties'];
  const members = isJsonObject(properties) ? argumentsOf(properties, inputSchema['$defs']) : [];
  return {
    name: wordsOfName(name).join(' '),
    summary: `${summary} ${title}`,
    description: description.slice(0, describedLength),
    path: path.replaceAll(/\{[^}]*\}/g, ' '),
    tags: tags.join(' '),
    arguments: members.flatMap(({ name, values }) => [name, ...values]).join(' '),
    argumentDescriptions: members.map((member) => member.description).join(' '),
  };
}

/** HTTP methods that mean something else in English: who wants to put a remark somewhere wants no PUT. */
const misleadingMethods: ReadonlySet<string> = new Set(['put', 'post', 'patch']);

/** The words of a name; a method at its beginning says nothing that the action of a tool does not say better. */
function wordsOfName(name: string): readonly string[] {
  const [first = '', ...rest] = splitWords(name);
  return rest.length > 0 && misleadingMethods.has(first) ? rest : [first, ...rest];
}

/** What a tool is about, most of all: the stems of its name and its path. */
export function coreStems({ name }: Pick<ToolMetadata, 'name'>, path = ''): ReadonlySet<string> {
  const words = [...wordsOfName(name), ...splitWords(path.replaceAll(/\{[^}]*\}/g, ' '))];
  return new Set(words.filter((word) => !isStopWord(word)).map(stemWord));
}

interface SearchedArgument {
  readonly name: string;
  /** Enumerated values. */
  readonly values: readonly string[];
  readonly description: string;
}

/** Arguments, and the members of a body; parts that stand under `$defs` are read there. */
function argumentsOf(
  properties: Readonly<Record<string, JsonValue>>,
  definitions: JsonValue | undefined,
  depth = 0,
): readonly SearchedArgument[] {
  return Object.entries(properties).flatMap(([name, said]) => {
    const schema = isJsonObject(said) ? (definitionOf(said, definitions) ?? said) : {};
    const { enum: listed, properties: inner } = schema;
    const description = isJsonObject(said) ? (said['description'] ?? schema['description']) : '';
    const values = isArray(listed) ? listed.filter((value) => typeof value === 'string') : [];
    const argument = {
      name,
      values: values.slice(0, 12),
      description:
        typeof description === 'string' ? description.slice(0, describedArgumentLength) : '',
    };
    return isJsonObject(inner) && depth < 1
      ? [argument, ...argumentsOf(inner, definitions, depth + 1)]
      : [argument];
  });
}

function definitionOf(
  { $ref: reference }: JsonObject,
  definitions: JsonValue | undefined,
): JsonObject | undefined {
  const prefix = '#/$defs/';
  if (typeof reference !== 'string' || !reference.startsWith(prefix)) return undefined;
  const found = isJsonObject(definitions)
    ? ownValue(definitions, reference.slice(prefix.length))
    : undefined;
  return isJsonObject(found) ? found : undefined;
}

/** Cuts a text into words: at everything but letters and digits, and where the case changes. Accents are taken off. */
export function splitWords(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replaceAll(/[ßæøœł]/g, (letter) => spelledOut[letter] ?? letter)
    .replaceAll(prefixHyphens, '$1')
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => (unspaced.test(word) ? pairsOf(word) : word === '' ? [] : [word]));
}

/** Letters that are no other letter with an accent. */
const spelledOut: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l' };

/** `re-run` is one word. */
const prefixHyphens = /(?<![\p{L}\p{N}])(re|un|pre|de|co)-(?=\p{L}{2})/gu;

/** Scripts that are written without blanks between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Each letter with the next one: what is searched where words cannot be told apart. */
function pairsOf(text: string): readonly string[] {
  const letters = Array.from(text);
  return letters.length < 3
    ? [text]
    : letters.slice(1).map((letter, place) => `${letters[place] ?? ''}${letter}`);
}

/** Words that say nothing about what somebody wants. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a about again all already also although am an and another any anymore are as at back be because been before being between both but by can ' +
    'cannot cant certain could currently did do does doesnt doing done dont each either else ever every everybody everyone everything existing ' +
    'few for from fully further given had has have having he hello help her here hers hey hi him his how however i id if ill im in instead into is isnt it its ' +
    'itself ive just kindly lately latest let lets like longer make may maybe me might mine moment more most much must my myself near need needed needs never no nobody ' +
    'nor not nothing now of off often oh ok on once one ones only onto or other our ours out over own per please possible present quickly ' +
    'really right said same say says see self several shall she should since so some somebody somehow someone something soon sorry still ' +
    'such sure than thank thanks that thats the their them then there these they thing things think this those through thus to today tell together ' +
    'tomorrow too under until up upon us use used using via very want wants was way we well were what whats whatever when where ' +
    'whether which while who whole whose why will wish with within without wont would yes yesterday yet you your yours id d ll re ve s t ' +
    // The same of other languages, where they are no English words.
    'der das den dem des ein eine einen einem einer und mit von zu auf fur im la le les un une du de el los las una y con para por os um uma ' +
    'il gli della del di per mis meine meinen mein mon ma tous todos'
  ).split(' '),
);

/** Whether a word of a query says nothing of what is wanted. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** British spellings, as Americans write them. */
const americanSpellings: readonly (readonly [RegExp, string])[] = [
  [/^((?:dis)?(?:col|fav|hon)|behavi|neighb|lab|harb|hum|flav)our/, '$1or'],
  [
    /^((?:re)?organ|(?:un)?author|custom|initial|synchron|categor|recogn|final|visual|optim|summar|local|normal|util|standard|personal|item|anonym|priorit|token|digital|maxim|minim|apolog|subsid|penal)is(?=e|ing|at)/,
    '$1iz',
  ],
  [/^(anal|paral|catal)ys(?=e[drs]?$|ing$)/, '$1yz'],
  [/^(cent|met|theat|fib)re(s?)$/, '$1er$2'],
  [/^(catalog|dialog)ue/, '$1'],
  [/^licenc/, 'licens'],
  [/^programme/, 'program'],
  [/^cheque/, 'check'],
  [/^(enrol|fulfil|instal)(?=s?$|ment)/, '$1l'],
  [/^grey/, 'gray'],
  [/^cancellation/, 'cancelation'],
];

/** Most words need no closer look. */
const maybeBritish =
  /our|is(?:e|ing|at)|ys(?:e|ing)|(?:[bht]|nt)res?$|logue|^(?:licenc|programme|cheque|enrol|fulfil|instal|grey|cancella)/;

function american(word: string): string {
  if (!maybeBritish.test(word)) return word;
  return americanSpellings.reduce((text, [pattern, to]) => text.replace(pattern, to), word);
}

/** The stem of an English word: plural, `-ing`, `-ed` and `-er` endings are taken off where enough is left. A setting is nothing that sets. */
export function stemWord(word: string): string {
  const thing = /^(setting|listing)s?$/.exec(word)?.[1];
  if (thing !== undefined) return thing;
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = american(word)
    .replace(/(ss|us|is)$/, '$1.')
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|z|ss)es$/, '$1')
    .replace(/s$/, '')
    .replace(/\.$/, '');
  const base = singular
    .replace(/ied$/, 'y')
    .replace(/(?:ization|isation)$/, 'ize')
    .replace(/(?:ating|ated|ation|ator)$/, 'ate')
    .replace(/(?:ing|ed|ion|ly)$/, '');
  const kept = base.length < 3 || !/[aeiouy]/.test(base) ? singular : base;
  return kept
    .replace(/([bdgmnprt])\1$/, '$1')
    .replace(/(?<=^.{4,})ll$/, 'l')
    .replace(/e$/, '');
}
