import { describe, expect, it } from 'vitest';
import { everydayActs, everydayThings } from '../../../src/mapping/search/knowledge/everyday.ts';
import { nounFamilies } from '../../../src/mapping/search/knowledge/nouns.ts';
import { verbFamilies } from '../../../src/mapping/search/knowledge/verbs.ts';
import {
  allForeignWords,
  allLeanings,
  relatedWordsOf,
} from '../../../src/mapping/search/related-words.ts';
import { actionOfTool } from '../../../src/model/action-words.ts';
import { toolActions } from '../../../src/model/search-data.ts';
import { splitWords, stemWord } from '../../../src/model/search-text.ts';

describe('the tables of words', () => {
  it.each([...verbFamilies, ...nounFamilies, ...everydayActs, ...everydayThings])(
    'family "%s" says each word once',
    (family) => {
      const words = family.split(' ');
      expect(words.length).toBeGreaterThan(1);
      expect(words).not.toContain('');
      expect(new Set(words).size).toBe(words.length);
    },
  );

  /** Phrases and words on both sides of a line, by their stems. */
  const stemsOf = (line: string): readonly string[] =>
    line.split(/[| ]/).map((phrase) => phrase.split('_').map(stemWord).join('_'));
  const leftOf = (line: string): readonly string[] => line.slice(0, line.indexOf('|')).split(' ');

  it.each<[string, readonly string[], (line: string) => boolean]>([
    [
      'lead from words to words',
      [...allLeanings, ...allForeignWords],
      (line) => /^[^ |]+(?: [^ |]+)*\|[a-z]+(?: [a-z]+)*$/.test(line),
    ],
    [
      'say each word once, and none of itself',
      allLeanings,
      (line) => new Set(stemsOf(line)).size === stemsOf(line).length,
    ],
    [
      'have words as queries are cut into them',
      allLeanings,
      (line) =>
        leftOf(line)
          .flatMap((phrase) => phrase.split('_'))
          .every((word) => word === '*' || splitWords(word).join(' ') === word),
    ],
    [
      'have gaps only between words',
      allLeanings,
      (line) => leftOf(line).every((phrase) => /^[^_*]+(?:_(?:\*_)?[^_*]+)*$/.test(phrase)),
    ],
    [
      'have foreign words as queries are cut into them',
      allForeignWords,
      (line) =>
        leftOf(line)
          .filter((word) => /^[\p{Script=Latin}_]+$/u.test(word))
          .every((word) => splitWords(word).join('_') === word),
    ],
  ])('%s', (_, lines, isRight) => {
    expect(lines.length).toBeGreaterThan(200);
    expect(lines.filter((line) => !isRight(line))).toEqual([]);
  });
});

describe('related words', () => {
  it('lead only to words that the API says', () => {
    const own = new Set(['delete', 'invoice', 'user'].map(stemWord));
    const { related, foreign } = relatedWordsOf(own);
    expect(related.length).toBeGreaterThan(0);
    const understood = new Set(related.flatMap((line) => line.split('|')[0]?.split(' ') ?? []));
    for (const line of [...related, ...foreign]) {
      const targets = line.split('|')[1]?.split(' ') ?? [];
      expect(targets.length).toBeGreaterThan(0);
      const isDirect = targets.every((target) => own.has(target));
      const isUnderstood = targets.every((target) => understood.has(target));
      expect(isDirect || (foreign.includes(line) && isUnderstood), line).toBe(true);
    }
  });

  it.each([
    ['charge back', 'dispute'],
    ['out of seats', 'seat'],
    ['private again', 'visibility'],
    ['tail the log', 'stream'],
  ])('lead from the need "%s" to %s', (phrase, target) => {
    const { related } = relatedWordsOf(new Set([stemWord(target)]));
    const key = phrase.split(' ').map(stemWord).join('_');
    const right = related
      .map((line) => line.split('|'))
      .filter(([left = '']) => left.split(' ').includes(key))
      .map(([, words]) => words);
    expect(right).toContain(stemWord(target));
  });

  it('tell what is asked for, even by a verb that no tool says', () => {
    const { related } = relatedWordsOf(new Set(['token']));
    for (const line of related) expect(line).toMatch(/^[^|]+\|token(?:\|[0-5])?$/);
    const digits = related.map((line) => line.split('|')[2]);
    expect(digits).toContain(String(toolActions.indexOf('delete')));
  });

  it('are none for an API that says nothing they know', () => {
    expect(relatedWordsOf(new Set(['zyx']))).toEqual({ related: [], foreign: [] });
  });
});

describe('the stem of a word', () => {
  it.each([
    ['settings', 'setting'],
    ['listing', 'listing'],
    ['sets', 'set'],
    ['deleted', 'delet'],
    ['favourites', 'favorit'],
    ['organisation', 'organiz'],
    ['cancelled', 'cancel'],
    ['licence', 'licens'],
    ['analyse', 'analyz'],
    ['centre', 'center'],
    ['our', 'our'],
    ['four', 'four'],
    ['raise', 'rais'],
    ['store', 'stor'],
  ])('of %s is %s', (word, stem) => {
    expect(stemWord(word)).toBe(stem);
  });
});

describe('what a tool does', () => {
  it.each([
    ['getUser', 'Get a user', 'GET', '/users/{id}', 'read'],
    ['users', 'Users', 'GET', '/users', 'list'],
    ['searchUsers', 'Search users', 'POST', '/users/search', 'list'],
    ['users', 'Make it so', 'POST', '/users', 'create'],
    ['orderCancel', 'Void it', 'POST', '/orders/{id}/cancel', 'act'],
    ['order_cancel', '', 'POST', '/orders/{id}/cancel', 'act'],
    ['order', '', 'POST', '/orders', 'create'],
    ['mergeUsers', 'Merge two users', 'POST', '/users/merge', 'act'],
    ['cancel', 'Cancels a booking', 'PUT', '/bookings/{id}/cancel', 'act'],
    ['setUser', 'Store a user', 'PUT', '/users/{id}', 'update'],
    ['patchUser', 'Change a user', 'PATCH', '/users/{id}', 'update'],
    ['createUser', 'Create a user', 'DELETE', '/users/{id}', 'delete'],
  ])('%s (%s) with %s %s is %s', (name, summary, method, path, action) => {
    expect(actionOfTool({ name, summary }, { method, path })).toBe(action);
  });
});
