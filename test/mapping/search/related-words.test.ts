import { describe, expect, it } from 'vitest';
import { everydayFamilies } from '../../../src/mapping/search/knowledge/everyday.ts';
import { foreignWords } from '../../../src/mapping/search/knowledge/languages.ts';
import { leanings } from '../../../src/mapping/search/knowledge/leanings.ts';
import { nounFamilies } from '../../../src/mapping/search/knowledge/nouns.ts';
import { verbFamilies } from '../../../src/mapping/search/knowledge/verbs.ts';
import { relatedWordsOf } from '../../../src/mapping/search/related-words.ts';
import { actionOfTool } from '../../../src/model/action-words.ts';
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

  it.each([...leanings, ...foreignWords])('"%s" leads from words to words', (line) => {
    expect(line).toMatch(/^[^ |]+(?: [^ |]+)*\|[a-z]+(?: [a-z]+)*$/);
  });

  it.each(foreignWords)('"%s" has words as queries are cut into them', (line) => {
    const [left = ''] = line.split('|');
    const latin = left.split(' ').filter((word) => /^[\p{Script=Latin}_]+$/u.test(word));
    for (const word of latin) expect(splitWords(word).join('_')).toBe(word);
  });
});

describe('related words', () => {
  it('lead only to words that the API says', () => {
    const own = new Set(['delete', 'invoice', 'user'].map(stemWord));
    const { related, foreign } = relatedWordsOf(own);
    expect(related.length).toBeGreaterThan(0);
    for (const line of [...related, ...foreign]) {
      const targets = line.split('|')[1]?.split(' ') ?? [];
      expect(targets.length).toBeGreaterThan(0);
      for (const target of targets) expect(own).toContain(target);
    }
  });

  it('are none for an API that says nothing they know', () => {
    expect(relatedWordsOf(new Set(['zyx']))).toEqual({ related: [], foreign: [] });
  });
});

describe('what a tool does', () => {
  it.each([
    ['getUser', 'Get a user', 'GET', '/users/{id}', 'read'],
    ['users', 'Users', 'GET', '/users', 'list'],
    ['searchUsers', 'Search users', 'POST', '/users/search', 'list'],
    ['users', 'Make it so', 'POST', '/users', 'create'],
    ['mergeUsers', 'Merge two users', 'POST', '/users/merge', 'act'],
    ['cancel', 'Cancels a booking', 'PUT', '/bookings/{id}/cancel', 'act'],
    ['setUser', 'Store a user', 'PUT', '/users/{id}', 'update'],
    ['patchUser', 'Change a user', 'PATCH', '/users/{id}', 'update'],
    ['createUser', 'Create a user', 'DELETE', '/users/{id}', 'delete'],
  ])('%s (%s) with %s %s is %s', (name, summary, method, path, action) => {
    expect(actionOfTool({ name, summary }, { method, path })).toBe(action);
  });
});
