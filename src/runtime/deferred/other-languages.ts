import { firstActionOf } from '../../model/action-words.ts';
import { stemWord } from '../../model/search-text.ts';
import { foreignRoot } from './foreign-root.ts';
import { meaningsOf, sureness, type Reading } from './meanings.ts';
import type { IndexedWord, SearchWords } from './search-words.ts';

/** A query cut into words, with those that are read already. */
interface Tokens {
  readonly tokens: readonly string[];
  readonly stems: readonly string[];
  readonly taken: ReadonlySet<number>;
}

/** Shorter parts of a compound are endings. */
const leastPart = 4;

/** Reads words of other languages: one by one, as German compounds, and in scripts that are written without blanks. */
export function readForeign(
  text: string,
  { tokens, stems, taken: before }: Tokens,
  words: SearchWords,
): Reading & { readonly taken: ReadonlySet<number> } {
  const found = unspacedIn(text.normalize('NFKC'), words);
  const taken = new Set(before);
  const open: number[] = [];
  for (const [place, stem] of stems.entries()) {
    // `client` and `version` are English too, and read as that.
    if (before.has(place) || words.byStem.has(stem) || words.related.meaningOf(stem)) continue;
    const leadsTo = words.foreign.meaningOf(stem)?.leadsTo;
    if (leadsTo === undefined) open.push(place);
    else {
      found.push(leadsTo);
      taken.add(place);
    }
  }
  // Inflected words are read only where the query is known to be in another language; compounds give themselves away.
  const isForeign = found.length > 0 || open.some((place) => isForeignWord(tokens[place] ?? ''));
  const meaningOf = isForeign ? byRoot : byStem;
  for (const place of open) {
    const token = tokens[place] ?? '';
    const isIdle = isForeign && functionWords.has(token);
    const parts = isIdle ? [] : partsOf(token, (part) => meaningOf(part, words));
    found.push(...parts);
    if (isIdle || parts.length > 0) taken.add(place);
  }
  return {
    concepts: found.map((leadsTo) => ({ variants: meantBy(leadsTo, words), importance: 1 })),
    // Words that are English too may say better what is to be done.
    actions: found.flatMap((leadsTo) => {
      const action = firstActionOf(leadsTo);
      return action === undefined ? [] : [{ action, at: Infinity }];
    }),
    taken,
  };
}

/** The words of tools that English words mean which a foreign one leads to. */
function meantBy(stems: readonly string[], words: SearchWords): ReadonlyMap<IndexedWord, number> {
  const variants = new Map<IndexedWord, number>();
  for (const stem of stems) {
    for (const [word, sure] of meaningsOf(stem, words)) {
      variants.set(word, Math.max(sure * sureness.foreign, variants.get(word) ?? 0));
    }
  }
  return variants;
}

function unspacedIn(text: string, words: SearchWords): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  if (!/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) return found;
  let rest = text;
  for (const key of keysOf(words).unspaced) {
    if (!rest.includes(key)) continue;
    rest = rest.replaceAll(key, ' ');
    found.push(words.foreign.meaningOf(key)?.leadsTo ?? []);
  }
  return found;
}

/** What a word leads to, or each of the two words that it is put together of, perhaps with an `s` or `n` between them. */
function partsOf(
  token: string,
  meaningOf: (part: string) => readonly string[] | undefined,
): readonly (readonly string[])[] {
  const whole = meaningOf(token);
  if (whole !== undefined) return [whole];
  for (let at = token.length - leastPart; at >= leastPart; at -= 1) {
    const last = meaningOf(token.slice(at));
    if (last === undefined) continue;
    const first = meaningOf(token.slice(0, at)) ?? meaningOf(token.slice(0, at - 1));
    if (first !== undefined) return [first, last];
  }
  return [];
}

function byStem(word: string, { foreign }: SearchWords): readonly string[] | undefined {
  return foreign.meaningOf(stemWord(word))?.leadsTo;
}

function byRoot(word: string, words: SearchWords): readonly string[] | undefined {
  const same = keysOf(words).byRoot.get(foreignRoot(word));
  return byStem(word, words) ?? (same === undefined ? undefined : byStem(same, words));
}

interface ForeignKeys {
  /** By what inflected words have in common, the first of them. */
  readonly byRoot: ReadonlyMap<string, string>;
  /** Words of scripts without blanks, which are found anywhere in a text: the longest first. */
  readonly unspaced: readonly string[];
}

const known = new WeakMap<SearchWords, ForeignKeys>();

/** Put in order when they are first needed. */
function keysOf(words: SearchWords): ForeignKeys {
  const before = known.get(words);
  if (before !== undefined) return before;
  const all = words.foreign.words();
  const keys = {
    byRoot: new Map([...all].reverse().map((word) => [foreignRoot(word), word])),
    unspaced: all
      .filter((word) => !/^\p{Script=Latin}/u.test(word))
      .sort((a, b) => b.length - a.length),
  };
  known.set(words, keys);
  return keys;
}

function isForeignWord(token: string): boolean {
  return functionWords.has(token) && !alsoEnglish.has(token);
}

const alsoEnglish: ReadonlySet<string> = new Set(
  'die as son ton pour plus hat par con dove com sur no an am war o or me us'.split(' '),
);

/** What holds sentences together in German, French, Spanish, Portuguese and Italian. */
const functionWords: ReadonlySet<string> = new Set(
  (
    'der das dem den des die ein eine einen einem einer eines und oder mit von vom zu zum zur auf fur im ins aus bei beim nach uber unter durch ' +
    'ohne ich wir sie ihr mir mich uns dir dich ihm ihn ihnen mein meine meinen meinem meiner unser unsere unseren sein seine seinen ' +
    'ihre ihren dieser diese dieses diesen diesem welche welcher welches wer wie wo wann warum wird werden wurde wurden ist sind hat haben kann ' +
    'konnen soll sollen muss mussen mochte bitte alle allen alles nicht kein keine keinen noch mehr schon auch als dass damit wenn heute morgen gestern ' +
    'le la les un une du de aux au et ou avec pour dans sur sous par sans je tu il elle nous vous ils elles mon ma mes ton ta tes son ' +
    'ses notre nos votre vos leur leurs ce cet cette ces qui que quoi quel quelle quels quelles est sont ont peut doit faut tous toutes ' +
    'pas plus ne se sa moi veux voudrais hier demain ' +
    'el los las una unos unas del al y con para por sin sobre entre mi mis tu tus su sus nuestro nuestra nuestros nuestras este esta estos ' +
    'estas ese esa que quien quienes cual cuales como donde cuando esta estan hay tiene tienen puede quiero todos todas ayer manana favor ' +
    'o os as um uma uns umas dos das em na nas nos com meu minha meus minhas seu sua seus suas esse essa isso quem qual quais onde ' +
    'sao tem pode quero todo toda ontem hoje amanha ' +
    'lo gli uno della dello delle degli dei dal dalla nel nella con tra fra mio mia miei suo sua suoi nostro nostra questo questa questi queste ' +
    'chi che cosa quale quali dove quando sono ha hanno puo voglio tutti tutte ieri oggi domani'
  ).split(' '),
);
