import { actionOfVerb } from '../../model/action-words.ts';
import { expandContractions } from '../../model/contractions.ts';
import { toolActions, type ToolAction } from '../../model/search-data.ts';
import { stemWord } from '../../model/search-text.ts';
import { actsSaid } from './knowledge/acts-said.ts';
import { asks } from './knowledge/asks.ts';
import { banking } from './knowledge/banking.ts';
import { building } from './knowledge/building.ts';
import { hosting } from './knowledge/hosting.ts';
import { watching } from './knowledge/watching.ts';
import { identity } from './knowledge/identity.ts';
import { running } from './knowledge/running.ts';
import { everydayActs, everydayThings } from './knowledge/everyday.ts';
import { fields } from './knowledge/fields.ts';
import { foreignFieldWords } from './knowledge/languages-of-fields.ts';
import { foreignWords } from './knowledge/languages.ts';
import { leanings } from './knowledge/leanings.ts';
import { namesOfThings } from './knowledge/names-of-things.ts';
import { needs } from './knowledge/needs.ts';
import { nounFamilies } from './knowledge/nouns.ts';
import { paraphrases } from './knowledge/paraphrases.ts';
import { plainWords } from './knowledge/plain-words.ts';
import { situations } from './knowledge/situations.ts';
import { slang } from './knowledge/slang.ts';
import { media } from './knowledge/media.ts';
import { telephony } from './knowledge/telephony.ts';
import { talking } from './knowledge/talking.ts';
import { teamwork } from './knowledge/teamwork.ts';
import { verbFamilies } from './knowledge/verbs.ts';
import { wishes } from './knowledge/wishes.ts';

/** What is known of words, cut down to what leads to words of one API. */
export interface RelatedWords {
  readonly related: readonly string[];
  /** Leads to words of the API or, where it says none of them, to words of which {@link related} knows more. */
  readonly foreign: readonly string[];
}

/** @param own The stems of the words that the tools of an API say. */
export function relatedWordsOf(own: ReadonlySet<string>): RelatedWords {
  const related = english().flatMap((line) => cut(line, own));
  const understood = new Set(related.flatMap((line) => line.split('|')[0]?.split(' ') ?? []));
  const foreign = others().flatMap((line) => {
    const direct = cut(line, own);
    return direct.length > 0 ? direct : cut(line, understood);
  });
  return { related, foreign };
}

/** What is known of English words and phrases: `left|right`, where who says one of the left means some of the right. */
export const allLeanings: readonly string[] = [
  ...leanings,
  ...needs,
  ...fields,
  ...slang,
  ...asks,
  ...situations,
  ...namesOfThings,
  ...building,
  ...hosting,
  ...watching,
  ...identity,
  ...running,
  ...actsSaid,
  ...wishes,
  ...media,
  ...telephony,
  ...talking,
  ...plainWords,
  ...paraphrases,
  ...teamwork,
  ...banking,
];

/** What is known of words of other languages, in the same form. */
export const allForeignWords: readonly string[] = [...foreignWords, ...foreignFieldWords];

/** A line by its stems. */
interface KnownLine {
  readonly left: readonly string[];
  readonly right: readonly string[];
  /** What the left asks to have done, where it asks for something, even if no tool says the word. */
  readonly action: ToolAction | undefined;
}

/** Every line is read once, when the first index is built. */
const english = lazily(() => [
  ...[...verbFamilies, ...everydayActs].map((words) => readLine(words, words)),
  // Things that are verbs too, such as `schedule` and `trash`, ask for nothing.
  ...[...nounFamilies, ...everydayThings].map((words) => ({
    ...readLine(words, words),
    action: undefined,
  })),
  ...allLeanings.map(splitLine),
]);

const others = lazily(() => allForeignWords.map(splitLine));

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function splitLine(line: string): KnownLine {
  const at = line.indexOf('|');
  return readLine(line.slice(0, at), line.slice(at + 1));
}

function readLine(left: string, right: string): KnownLine {
  const stems = right.split(' ').map(stemWord);
  return {
    left: left.split(' ').map(keyOf),
    right: [...new Set(stems)],
    action: actionOf(stems),
  };
}

/** What the first word asks for; words that are things as often ask for it only where another verb says the same. */
function actionOf([first = '', second = '']: readonly string[]): ToolAction | undefined {
  const action = actionOfVerb(first);
  return mostlyThings.has(first) && actionOfVerb(second) !== action ? undefined : action;
}

const mostlyThings: ReadonlySet<string> = new Set(
  'schedule report plan order issue file record label call text bill mail email store book leave trash lock alert count build mark'
    .split(' ')
    .map(stemWord),
);

/** Words of a phrase by their stems; `*` stays, and so do words that are found inside texts. */
function keyOf(phrase: string): string {
  if (!/^[a-z_*]+$/.test(phrase)) return phrase;
  const written = maybeContracted.test(phrase)
    ? expandContractions(phrase.replaceAll('_', ' ')).replaceAll(' ', '_')
    : phrase;
  return written
    .split('_')
    .map((word) => (word === '*' ? word : stemWord(word)))
    .join('_');
}

/** Most phrases need no closer look. */
const maybeContracted = /(?:nt|ve|whos|whats|wheres|hows|thats)(?:_|$)|can_not/;

/** A line of the artifact: only words of the API on the right, and nothing where none is left. */
function cut({ left, right, action }: KnownLine, own: ReadonlySet<string>): readonly string[] {
  const kept = right.filter((stem) => own.has(stem));
  if (kept.length === 0) return [];
  const said = left.filter((key) => kept.length > 1 || key !== kept[0]);
  if (said.length === 0) return [];
  const line = `${said.join(' ')}|${kept.join(' ')}`;
  return [action === undefined ? line : `${line}|${toolActions.indexOf(action)}`];
}
