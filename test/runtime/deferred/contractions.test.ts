import { describe, expect, it } from 'vitest';
import { expandContractions } from '../../../src/model/contractions.ts';

describe('what is written together is written out', () => {
  it.each([
    ["who's on duty", 'who is on duty'],
    ['whos on duty', 'who is on duty'],
    ["I don't want it", 'I do not want it'],
    ['dont, cant and wont', 'do not, cannot and will not'],
    ['I can’t', 'I cannot'],
    ["they've left, we'll stay, I'd go", 'they have left, we will stay, I would go'],
    ["that's what it isn't", 'that is what it is not'],
    ["Carol's file", "Carol's file"],
    ['it is ill, its id is well', 'it is ill, its id is well'],
    ['im Projekt', 'im Projekt'],
  ])('%s', (text, full) => {
    expect(expandContractions(text)).toBe(full);
  });
});
