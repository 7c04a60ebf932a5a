import { describe, expect, it } from 'vitest';
import { buildSearchIndex } from '../../../src/mapping/index.ts';
import { loadSearchIndex } from '../../../src/runtime/deferred/search-index.ts';
import { toolOf } from '../../support/artifact-builder.ts';

const reading = { readOnly: true };
const writing = { readOnly: false };

const tools = [
  toolOf({
    name: 'listMembers',
    summary: 'List the members of a project',
    operation: { path: '/projects/{id}/members' },
    hints: reading,
  }),
  toolOf({
    name: 'deleteMember',
    summary: 'Delete a member of a project',
    operation: { path: '/projects/{id}/members/{member}', method: 'DELETE' },
    hints: writing,
  }),
  toolOf({
    name: 'createInvoice',
    summary: 'Create an invoice',
    operation: { path: '/invoices', method: 'POST' },
    hints: writing,
  }),
  toolOf({
    name: 'closeAccount',
    summary: 'Close an account',
    operation: { path: '/accounts/{id}/close', method: 'POST' },
    hints: writing,
  }),
  toolOf({
    name: 'getBalance',
    summary: 'Get the balance',
    operation: { path: '/balance' },
    hints: reading,
  }),
  toolOf({
    name: 'createDrawer',
    summary: 'Create a drawer',
    operation: { path: '/drawers', method: 'POST' },
    hints: writing,
  }),
  toolOf({
    name: 'getDashboard',
    summary: 'Get a dashboard',
    operation: { path: '/dashboards/{id}' },
    hints: reading,
  }),
];

const index = loadSearchIndex(buildSearchIndex(tools), { firstId: tools.length, tools: [] });

describe('a search in another language finds', () => {
  it.each([
    ['a word with another ending', 'den Mitgliedern des Projekts', 'listMembers'],
    ['nothing but a compound', 'Projektmitglieder', 'listMembers'],
    ['a compound', 'zeige mir alle Projektmitglieder', 'listMembers'],
    ['a compound with a letter between', 'Mitgliedsliste zeigen', 'listMembers'],
    ['letters that are written as two', 'loesche das Mitglied', 'deleteMember'],
    ['a sharp s', 'Konto schließen', 'closeAccount'],
    [
      'words among those that hold a sentence together',
      'pour ce client, fais une nouvelle facture',
      'createInvoice',
    ],
    ['a phrase', 'montre-moi le tableau de bord', 'getDashboard'],
    ['Spanish with its marks', '¿cuál es mi saldo?', 'getBalance'],
    ['Portuguese', 'fechar a conta', 'closeAccount'],
    ['Italian', 'elimina il membro dal progetto', 'deleteMember'],
    ['Japanese', '残高を確認する', 'getBalance'],
    ['Chinese', '创建发票', 'createInvoice'],
    ['a word that only leads to another of the API', 'neuen Ordner anlegen', 'createDrawer'],
  ])('%s', (_, query, name) => {
    const [best] = index.search(query);
    expect(tools[best?.id ?? -1]?.name).toBe(name);
  });

  it('inflected words only where the language is known', () => {
    expect(index.search('mitgliedern')).toEqual([]);
    expect(index.search('mitgliedern as plus')).toEqual([]);
    expect(index.search('der mitgliedern')).not.toEqual([]);
  });

  it('all that is said, function words aside', () => {
    expect(index.search('zeige mir bitte die Mitglieder')[0]?.coverage).toBeGreaterThan(0.8);
  });
});
