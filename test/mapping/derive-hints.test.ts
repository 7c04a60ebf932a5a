import { describe, expect, it } from 'vitest';
import { deriveHints } from '../../src/mapping/derive-hints.ts';
import type { Operation } from '../../src/model/api.ts';
import { loweredCaution, withDefaults } from '../../src/model/hints.ts';
import { operation, parameter } from './api-builder.ts';

const cautious = { trustReadNames: false };
const created = [{ status: '201', content: [], headers: [], links: [] }];

function paying(required: boolean): Operation {
  return operation('POST', '/pay', {
    parameters: [parameter('Idempotency-Key', 'header', { required })],
  });
}

function wire(each: Operation, options = cautious): readonly boolean[] {
  const { readOnly, destructive, idempotent, openWorld } = withDefaults(
    deriveHints(each, options).hints,
  );
  return [readOnly, destructive, idempotent, openWorld];
}

describe('hints of a method', () => {
  it.each([
    // readOnly, destructive, idempotent, openWorld: RFC 9110 §9.2.1 and §9.2.2, RFC 5789 for PATCH.
    ['GET', [true, false, true, true]],
    ['HEAD', [true, false, true, true]],
    ['OPTIONS', [true, false, true, true]],
    ['QUERY', [true, false, true, true]],
    ['PUT', [false, true, true, true]],
    ['DELETE', [false, true, true, true]],
    ['PATCH', [false, true, false, true]],
    ['POST', [false, true, false, true]],
    ['PURGE', [false, true, false, true]],
  ])('H1 of %s are %j', (method, expected) => {
    expect(wire(operation(method, '/pets'))).toEqual(expected);
  });

  it('H1 trusts no name of a method of its own', () => {
    expect(wire(operation('get', '/pets', { additional: true }))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});

describe('H2 words that raise caution', () => {
  it.each([
    ['id', operation('GET', '/pets/{id}', { operationId: 'deletePet' }), 'delete'],
    ['path', operation('GET', '/mail/{id}/send'), 'send'],
    ['summary', operation('GET', '/x', { summary: 'Deletes the pet' }), 'deletes'],
    ['summary in two words', operation('GET', '/x', { summary: 'Log out of it' }), 'logout'],
  ])('in the %s', (_where, each, word) => {
    const { hints, diagnostics } = deriveHints(each, cautious);
    expect(hints).toMatchObject({ readOnly: false, destructive: true });
    expect(diagnostics).toMatchObject([{ code: 'hint-raised', severity: 'info' }]);
    expect(diagnostics[0]?.message).toContain(`"${word}"`);
  });

  it.each([
    ['a longer word', operation('GET', '/deleted-items', { operationId: 'listDeleted' })],
    ['the name of an argument', operation('GET', '/pets/{delete}')],
    ['the description', operation('GET', '/pets', { description: 'See delete.' })],
  ])('do not count in %s', (_where, each) => {
    expect(deriveHints(each, cautious)).toMatchObject({
      hints: { readOnly: true },
      diagnostics: [],
    });
  });

  it('offers the lines of an overlay that would undo it', () => {
    const each = operation('GET', '/mail/{id}/send');
    expect(deriveHints(each, cautious).diagnostics[0]?.overlay).toBe(
      'tools:\n  "GET /mail/{id}/send": { hints: [read] }',
    );
  });
});

describe('H3 strong evidence', () => {
  it.each([
    ['createPet', '/pets'],
    ['add_pet', '/pets/'],
    ['registerUser', '/users'],
    ['uploadFile', '/pets/{id}/files'],
  ])('POST %s to %s that answers 201 only adds', (operationId, path) => {
    const each = operation('POST', path, { operationId, responses: created });
    expect(wire(each)).toEqual([false, false, false, true]);
  });

  it.each([
    ['another status', operation('POST', '/pets', { operationId: 'createPet' })],
    [
      'a path that ends in a template',
      operation('POST', '/pets/{id}', { operationId: 'createPet', responses: created }),
    ],
    ['another word', operation('POST', '/pets', { operationId: 'replacePet', responses: created })],
    [
      'the word elsewhere',
      operation('POST', '/pets', { operationId: 'undoCreate', responses: created }),
    ],
  ])('is not %s', (_what, each) => {
    expect(deriveHints(each, cautious).hints.destructive).toBe(true);
  });

  it.each([
    operation('POST', '/pets/search'),
    operation('POST', '/pets', { operationId: 'findPets' }),
    operation('POST', '/pets', { operationId: 'pets.query' }),
    operation('POST', '/pets', { summary: 'Estimate the price' }),
  ])('reports $operationId $path as a candidate, and believes it only when told', (each) => {
    const { hints, diagnostics } = deriveHints(each, cautious);
    expect(hints.destructive).toBe(true);
    expect(diagnostics).toMatchObject([{ code: 'hint-read-candidate' }]);
    const trusted = deriveHints(each, { trustReadNames: true });
    expect(trusted.hints).toMatchObject({ readOnly: true, destructive: false });
    expect(trusted.diagnostics).toEqual([]);
  });
});

describe('H4 an idempotency key', () => {
  it('that must be given makes a POST idempotent', () => {
    expect(wire(paying(true))).toEqual([false, true, true, true]);
  });

  it('that may be left out promises nothing', () => {
    expect(wire(paying(false))).toEqual([false, true, false, true]);
  });
});

it('H2 words alone never lower caution', () => {
  const words = ['search', 'list', 'create', 'add', 'delete', 'send', 'preview'];
  for (const method of ['GET', 'PUT', 'PATCH', 'POST', 'DELETE', 'PURGE']) {
    const plain = deriveHints(operation(method, '/x'), cautious).hints;
    for (const word of words) {
      const worded = operation(method, `/x/${word}`, { operationId: word, summary: word });
      expect(loweredCaution(plain, deriveHints(worded, cautious).hints)).toEqual([]);
    }
  }
});
