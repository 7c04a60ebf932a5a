import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRelations } from '../../../src/mapping/search/pack-relations.ts';
import { readRelations } from '../../../src/runtime/deferred/relations.ts';

const read = (lines: readonly string[]) => readRelations({ ...packRelations(lines) });

describe('relations', () => {
  it('lead from words and phrases to what they mean, and to what is asked for', () => {
    const relations = read([
      'bin get_rid_of throw_*_out|delet remov|3',
      'bin|trash',
      'get_up|star',
    ]);
    expect(relations.meaningOf('bin')).toEqual({
      leadsTo: ['delet', 'remov', 'trash'],
      action: 'delete',
    });
    expect(relations.phrasesFrom('get')).toEqual([
      { rest: ['rid', 'of'], leadsTo: ['delet', 'remov'], action: 'delete' },
      { rest: ['up'], leadsTo: ['star'] },
    ]);
    expect(relations.phrasesFrom('throw')).toMatchObject([{ rest: ['*', 'out'] }]);
    expect(relations.meaningOf('get')).toBeUndefined();
    expect(relations.words()).toEqual(['bin']);
  });

  it('lead nowhere from what nobody knows, whatever it is called', () => {
    const relations = read(['a|b']);
    for (const word of ['', 'z', '__proto__', 'constructor', 'toString']) {
      expect(relations.meaningOf(word)).toBeUndefined();
      expect(relations.phrasesFrom(word)).toEqual([]);
    }
  });

  it('are read as they were packed', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'proto', 'd');
    const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('_'));
    const line = fc.tuple(
      fc.array(phrase, { minLength: 1, maxLength: 4 }),
      fc.array(word, { minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const relations = read(
          lines.map(([left, right]) => `${left.join(' ')}|${right.join(' ')}`),
        );
        for (const [left, right] of lines) {
          for (const said of left) {
            const [first = '', ...rest] = said.split('_');
            const found =
              rest.length === 0
                ? relations.meaningOf(first)?.leadsTo
                : relations
                    .phrasesFrom(first)
                    .filter((each) => each.rest.join('_') === rest.join('_'))
                    .flatMap(({ leadsTo }) => leadsTo);
            expect(found).toEqual(expect.arrayContaining(right));
          }
        }
      }),
    );
  });
});
