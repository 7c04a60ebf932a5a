import { describe, expect, it } from 'vitest';
import { buildSearchIndex } from '../../../src/mapping/index.ts';
import { readQuery } from '../../../src/runtime/deferred/read-query.ts';
import { readSearchWords } from '../../../src/runtime/deferred/search-words.ts';
import { toolOf } from '../../support/artifact-builder.ts';

const words = readSearchWords(
  buildSearchIndex([
    toolOf({ name: 'listUsers', summary: 'List the users', operation: { path: '/users' } }),
    toolOf({ name: 'removeUser', summary: 'Remove a user', operation: { path: '/users/{id}' } }),
    toolOf({ name: 'inviteUser', summary: 'Invite a user', operation: { path: '/invitations' } }),
  ]),
);

describe('what a query asks to have done', () => {
  it.each([
    ['delete the user', 'delete'],
    ['please invite the user', 'create'],
    ['the user should be removed', undefined],
    ['which users were deleted', 'read'],
    ['who deleted the user', 'read'],
    ['how many users are there', 'read'],
    ['how do i delete a user', 'delete'],
    ['how can we invite a user', 'create'],
    ['can you delete the user', 'delete'],
    ['get rid of the user', 'delete'],
    ['invite the user and remove the other', 'create'],
    ['that user, remove him', 'delete'],
    ['the person who removed the user', undefined],
    ['that one was here first, remove the user', 'delete'],
    ['delte the user', 'delete'],
    ['Benutzer löschen', 'delete'],
    ['order from the user', undefined],
    ['order of 2024-05-01', undefined],
    ['order the user a chair', 'create'],
    ['invited users list', 'list'],
    ['user with the id 17', 'read'],
    ['delete the user with id 17', 'delete'],
    ['log 3 hours', 'create'],
    ['log of the user', undefined],
    ['log in with a password', undefined],
    ['users', undefined],
    ['', undefined],
  ])('of "%s" is %s', (query, action) => {
    expect(readQuery(query, words).action).toBe(action);
  });
});

describe('whether a query speaks of one thing', () => {
  it.each([
    ['user 17', true],
    ['user "Ann"', true],
    ['list users of team 17', false],
    ['all users', false],
  ])('"%s": %s', (query, isOne) => {
    expect(readQuery(query, words).isOne).toBe(isOne);
  });
});
