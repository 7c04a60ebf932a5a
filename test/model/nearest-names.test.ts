import { describe, expect, it } from 'vitest';
import { didYouMean, nearestNames } from '../../src/model/nearest-names.ts';

const tools = ['getPetById', 'getPetsByTag', 'deletePet', 'addPet', 'placeOrder'];

describe('nearest names', () => {
  it.each([
    ['getPetByID', ['getPetById']],
    ['get_pet_by_id', ['getPetById']],
    ['deletPet', ['deletePet']],
    ['Order', ['placeOrder']],
    ['somethingElse', []],
    ['', []],
    ['__', []],
  ])('finds what "%s" most likely means', (name, expected) => {
    expect(nearestNames(name, tools).slice(0, expected.length || 1)).toEqual(expected);
  });

  it('orders equally near names by their text and keeps to the limit', () => {
    expect(nearestNames('pat', ['pet', 'put', 'pit', 'pot'], 3)).toEqual(['pet', 'pit', 'pot']);
  });

  it('comes to an end with long hostile names', () => {
    // Comparing every character with every other would be 2 * 10^12 steps.
    const names = Array.from({ length: 2_000 }, (_, i) => 'b'.repeat(i));
    expect(nearestNames('a'.repeat(1_000_000), names)).toEqual([]);
  });

  it('makes a question of one, several and no names', () => {
    expect(didYouMean('deletPet', tools)).toBe('Did you mean "deletePet"?');
    expect(didYouMean('pat', ['pet', 'put'])).toBe('Did you mean "pet" or "put"?');
    expect(didYouMean('zzz', tools)).toBe('');
  });
});
