import type { JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject } from '../../model/json.ts';
import { toolActions, type ToolAction } from '../../model/search-data.ts';

/** What is meant by something that is said. */
export interface Meaning {
  /** Stems of words of tools: any of them may be meant. */
  readonly leadsTo: readonly string[];
  /** What it asks to have done, where it asks for something. */
  readonly action?: ToolAction;
}

/** A phrase of which the first word is known: its other words in their order, and what it leads to. */
export interface Phrase extends Meaning {
  /** Stems; `*` stands for up to four words. */
  readonly rest: readonly string[];
}

/** What words and phrases lead to. Only what is looked up is read. */
export interface Relations {
  /** What a single word means, by its stem. */
  meaningOf(stem: string): Meaning | undefined;
  /** Phrases that begin with a word. */
  phrasesFrom(stem: string): readonly Phrase[];
  /** The stems of all words that mean something alone. */
  words(): readonly string[];
}

/**
 * Reads relations as `buildSearchIndex` of the mapping packs them.
 *
 * @throws TypeError where they are none.
 */
export function readRelations(data: JsonValue | undefined): Relations {
  if (!isJsonObject(data)) throw new TypeError('The search index has unusable relations.');
  const { firsts } = data;
  const uses = textsOf(data['uses']);
  const targets = textsOf(data['targets']).map(targetOf);
  const words = typeof firsts === 'string' && firsts !== '' ? firsts.split(' ') : [];
  if (words.length !== uses.length) throw new TypeError('The search index has unusable relations.');
  const usesByFirst = new Map(words.map((word, place) => [word, uses[place] ?? '']));
  const read = new Map<string, Entry>();
  const entryOf = (stem: string): Entry | undefined => {
    const before = read.get(stem);
    const use = usesByFirst.get(stem);
    if (before !== undefined || use === undefined) return before;
    const entry = readUses(use, targets);
    read.set(stem, entry);
    return entry;
  };
  return {
    meaningOf: (stem) => entryOf(stem)?.alone,
    phrasesFrom: (stem) => entryOf(stem)?.phrases ?? [],
    words: () => words.filter((_, place) => /(?:^| )\d+(?: |$)/.test(uses[place] ?? '')),
  };
}

interface Entry {
  readonly alone: Meaning | undefined;
  readonly phrases: readonly Phrase[];
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  const texts = isArray(value) ? value.filter((text) => typeof text === 'string') : [];
  if (!isArray(value) || texts.length !== value.length) {
    throw new TypeError('The search index has unusable relations.');
  }
  return texts;
}

function targetOf(text: string): Meaning {
  const [stems = '', digit] = text.split('|');
  const leadsTo = stems.split(' ');
  if (digit === undefined) return { leadsTo };
  const action = toolActions[Number(digit)];
  if (action === undefined) throw new TypeError('The search index has unusable relations.');
  return { leadsTo, action };
}

function readUses(uses: string, targets: readonly Meaning[]): Entry {
  const phrases: Phrase[] = [];
  let alone: Meaning | undefined;
  for (const use of uses.split(' ')) {
    const at = use.indexOf(':');
    const target = targets[Number(use.slice(at + 1))];
    if (target === undefined) continue;
    if (at !== -1) phrases.push({ ...target, rest: use.slice(0, at).split('_') });
    else if (alone === undefined) alone = target;
    else alone = { ...target, ...alone, leadsTo: [...alone.leadsTo, ...target.leadsTo] };
  }
  return { alone, phrases };
}
