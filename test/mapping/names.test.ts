import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  assignNames,
  baseName,
  type NamedOperation,
  nameBudget,
  type NameOptions,
  type NameRequest,
} from '../../src/mapping/names.ts';

const petstore: NameOptions = { serverName: 'petstore' };

function operation(operationId: string | undefined, path = '/x', method = 'GET'): NamedOperation {
  return { method, path, ...(operationId === undefined ? {} : { operationId }) };
}

function namesOf(
  operations: readonly NamedOperation[],
  options: NameOptions = petstore,
): readonly string[] {
  return assignNames(
    operations.map((each) => ({ operation: each })),
    options,
  ).map(({ name }) => name);
}

function assigned(requests: readonly NameRequest[]): readonly string[] {
  return assignNames(requests, petstore).map(({ name }) => name);
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6);

describe('a name', () => {
  it.each([
    ['list-requests', 'list-requests'],
    ['list__pets', 'list__pets'],
    ['ListPets', 'ListPets'],
    ['_private', '_private'],
    ['repos/get', 'repos_get'],
    ['jar.list', 'jar_list'],
    ['get pet (by id)', 'get_pet_by_id'],
    ['2fa', '_2fa'],
    ['-dash', '_-dash'],
  ])('N3 U81 of operationId %j is %j', (operationId, name) => {
    expect(namesOf([operation(operationId)])).toEqual([name]);
  });

  it.each([
    ['GET', '/users/{id}/posts', 'get_users_by_id_posts'],
    ['DELETE', '/pet/{petId}', 'delete_pet_by_petId'],
    ['GET', '/', 'get_root'],
    ['GET', '/files/{name}.{ext}', 'get_files_by_name_by_ext'],
    ['GET', '/2fa', 'get_2fa'],
    ['PURGE', '/cache/*', 'purge_cache'],
    ['GET', '/größe', 'get_gr_e'],
  ])('N3 without operationId of %s %s is %s', (method, path, name) => {
    expect(namesOf([operation(undefined, path, method)])).toEqual([name]);
  });

  it('N3 falls back to method and path where an operationId has no legal character', () => {
    expect(namesOf([operation('获取', '/users')])).toEqual(['get_users']);
  });

  it.each([
    ['snake', 'getPetByID', 'get_pet_by_id'],
    ['camel', 'repos/get-all', 'reposGetAll'],
    ['verbatim', 'getPetByID', 'getPetByID'],
  ] as const)('N3 in style %s of %j is %j', (style, operationId, name) => {
    expect(baseName(operation(operationId), style)).toBe(name);
  });

  it('stands behind the prefix of its document', () => {
    const prefixed = { ...petstore, prefix: 'shop_' };
    expect(namesOf([operation('getJar')], prefixed)).toEqual(['shop_getJar']);
    const given = [{ operation: operation('getJar'), given: 'jar' }];
    expect(assignNames(given, prefixed)[0]?.name).toBe('shop_jar');
    const whole = [{ operation: operation('getJar'), given: 'shop_jar' }];
    expect(assignNames(whole, prefixed)[0]?.name).toBe('shop_jar');
  });
});

describe('the budget', () => {
  it.each([
    ['', 57],
    ['petstore', 49],
    ['a-server-with-a-name-of-30-char', 32],
    ['x'.repeat(200), 32],
  ])('N2 beside server %j is %i characters', (serverName, budget) => {
    expect(nameBudget(serverName)).toBe(budget);
  });

  it('N2 leaves a name alone that just fits', () => {
    const name = 'x'.repeat(49);
    expect(namesOf([operation(name)])).toEqual([name]);
  });

  it('N4 U76 keeps head and tail of a long name, without stop words, and adds a hash of all of it', () => {
    const id = 'retrieve_all_archived_subscription_invoices_for_billing_account_by_region';
    expect(namesOf([operation(id)])).toEqual([
      `retrieve_all_archived_account_by_region_${hash(id)}`,
    ]);
  });

  it('N4 drops only stop words where that is enough', () => {
    const id = 'listTheInvoicesOfAnAccountForTheRegionOfThePayer';
    expect(namesOf([operation(id)], { serverName: 'x'.repeat(14) })).toEqual([
      `listInvoicesAccountRegionPayer_${hash(id)}`,
    ]);
  });

  it('N4 U79 keeps names apart that share their first seventy characters', () => {
    const head = 'get_'.padEnd(70, 'abcdefghij_');
    const names = namesOf([operation(`${head}one`, '/1'), operation(`${head}two`, '/2')]);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(49);
  });

  it('U79 makes room for the suffix before cutting', () => {
    const id = 'x'.repeat(49);
    const names = namesOf([operation(id, '/1'), operation(id, '/2')]);
    expect(names.map((name) => name.length)).toEqual([49, 49]);
    expect(names.map((name) => name.slice(-6))).toEqual([hash('GET /1'), hash('GET /2')]);
  });
});

describe('a clash', () => {
  it('N5 U78 is settled by method and path, for both where neither is verbatim', () => {
    const clash = [operation('jar/list', '/a'), operation('jar.list', '/b')];
    expect(namesOf(clash)).toEqual([`jar_list_${hash('GET /a')}`, `jar_list_${hash('GET /b')}`]);
  });

  it('N5 leaves the plain name to the one operationId that is it verbatim', () => {
    const clash = [operation('jar/list', '/a'), operation('jar_list', '/b')];
    expect(namesOf(clash)).toEqual([`jar_list_${hash('GET /a')}`, 'jar_list']);
  });

  it('N5 counts names that differ only in case', () => {
    const clash = [operation('listPets', '/a'), operation('ListPets', '/b')];
    expect(namesOf(clash)).toEqual([`listPets_${hash('GET /a')}`, `ListPets_${hash('GET /b')}`]);
  });

  it('N5 meets names that look like the suffix of another', () => {
    const decoy = `jar_list_${hash('GET /a')}`;
    const names = namesOf([
      operation('jar/list', '/a'),
      operation('jar.list', '/b'),
      operation(decoy, '/c'),
    ]);
    expect(names[2]).toBe(decoy);
    expect(names[0]).toMatch(/^jar_list_[0-9a-f]{12}$/);
  });

  it("leaves the plain name to a person's word, then to the lock", () => {
    const rival = { operation: operation('jar', '/a') };
    const locked = { operation: operation('other', '/b'), locked: 'jar' };
    const given = { operation: operation('third', '/c'), given: 'jar' };
    expect(assigned([rival, locked])).toEqual([`jar_${hash('GET /a')}`, 'jar']);
    expect(assigned([rival, locked, given])).toEqual([
      `jar_${hash('GET /a')}`,
      `jar_${hash('GET /b')}`,
      'jar',
    ]);
  });

  it('N6 ignores a lock that holds no legal name', () => {
    expect(assignNames([{ operation: operation('jar'), locked: 'a b' }], petstore)[0]?.name).toBe(
      'jar',
    );
  });
});
