import { describe, expect, it } from 'vitest';
import { asks } from '../../../src/mapping/search/knowledge/asks.ts';
import { everydayFamilies } from '../../../src/mapping/search/knowledge/everyday.ts';
import { fields } from '../../../src/mapping/search/knowledge/fields.ts';
import { foreignFieldWords } from '../../../src/mapping/search/knowledge/languages-of-fields.ts';
import { foreignWords } from '../../../src/mapping/search/knowledge/languages.ts';
import { leanings } from '../../../src/mapping/search/knowledge/leanings.ts';
import { namesOfThings } from '../../../src/mapping/search/knowledge/names-of-things.ts';
import { needs } from '../../../src/mapping/search/knowledge/needs.ts';
import { nounFamilies } from '../../../src/mapping/search/knowledge/nouns.ts';
import { situations } from '../../../src/mapping/search/knowledge/situations.ts';
import { slang } from '../../../src/mapping/search/knowledge/slang.ts';
import { verbFamilies } from '../../../src/mapping/search/knowledge/verbs.ts';
import { relatedWordsOf } from '../../../src/mapping/search/related-words.ts';
import { actionOfTool } from '../../../src/model/action-words.ts';
import { toolActions } from '../../../src/model/search-data.ts';
import { splitWords, stemWord } from '../../../src/model/search-text.ts';

describe('the tables of words', () => {
  it.each([...verbFamilies, ...nounFamilies, ...everydayFamilies])(
    'family "%s" says each word once',
    (family) => {
      const words = family.split(' ');
      expect(words.length).toBeGreaterThan(1);
      expect(words).not.toContain('');
      expect(new Set(words).size).toBe(words.length);
    },
  );

  it.each([
    ...leanings,
    ...needs,
    ...fields,
    ...slang,
    ...asks,
    ...foreignWords,
    ...foreignFieldWords,
  ])('"%s" leads from words to words', (line) => {
    expect(line).toMatch(/^[^ |]+(?: [^ |]+)*\|[a-z]+(?: [a-z]+)*$/);
  });

  it.each([...needs, ...fields, ...slang, ...asks, ...situations, ...namesOfThings])(
    '"%s" says each word once, and none of itself',
    (line) => {
      const [left = '', right = ''] = line.split('|');
      const stemsOf = (words: string): readonly string[] =>
        words.split(' ').map((phrase) => phrase.split('_').map(stemWord).join('_'));
      const all = [...stemsOf(left), ...stemsOf(right)];
      expect(all.filter((stem, place) => all.indexOf(stem) !== place)).toEqual([]);
    },
  );

  it.each([...needs, ...fields, ...slang, ...asks, ...situations, ...namesOfThings])(
    '"%s" has words as queries are cut into them',
    (line) => {
      const [left = ''] = line.split('|');
      for (const word of left.split(/[ _]/))
        if (word !== '*') expect(splitWords(word)).toEqual([word]);
    },
  );

  it.each([...needs, ...fields, ...slang, ...asks, ...situations, ...namesOfThings])(
    '"%s" has gaps only between words',
    (line) => {
      const [left = ''] = line.split('|');
      for (const phrase of left.split(' ')) expect(phrase).toMatch(/^[^_*]+(?:_(?:\*_)?[^_*]+)*$/);
    },
  );

  it.each([...foreignWords, ...foreignFieldWords])(
    '"%s" has words as queries are cut into them',
    (line) => {
      const [left = ''] = line.split('|');
      const latin = left.split(' ').filter((word) => /^[\p{Script=Latin}_]+$/u.test(word));
      for (const word of latin) expect(splitWords(word).join('_')).toBe(word);
    },
  );
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
