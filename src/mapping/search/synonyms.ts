import { splitWords, stemWord } from '../../model/search-text.ts';

/**
 * Words that people use for the same act or thing. Each line is one family; a tool that has one word of a
 * family is also found by the others. Hand-made for the vocabulary of HTTP APIs.
 */
const families: readonly string[] = [
  'delete remove erase destroy drop discard purge rid trash unset',
  'create add make new insert register open build start set-up',
  'update edit change modify adjust revise alter set',
  'replace overwrite swap put',
  'list show browse see all enumerate overview display',
  'get read fetch retrieve view look details obtain',
  'search find query lookup filter locate seek',
  'cancel abort stop terminate revoke kill end halt',
  'close resolve finish complete done',
  'reopen restore recover undelete bring-back',
  'send post submit deliver dispatch publish mail notify',
  'upload attach import put file',
  'download export save file',
  'enable activate turn-on switch-on unlock allow',
  'disable deactivate turn-off switch-off lock block ban suspend',
  'invite share grant permit allow access',
  'user person people member account customer contact somebody someone',
  'team group organization company workspace',
  'message chat mail letter note text',
  'payment charge pay money transaction transfer',
  'refund reimburse money-back return',
  'invoice bill receipt',
  'subscription plan membership',
  'token key secret credential password',
  'login sign-in authenticate log-in',
  'logout sign-out log-out',
  'comment reply remark note',
  'issue ticket bug problem task incident',
  'picture image photo avatar icon',
  'folder directory',
  'file document attachment',
  'schedule calendar appointment meeting event booking reservation',
  'alert alarm page wake notification incident',
  'price cost rate fee amount',
  'order purchase buy cart checkout',
  'label tag mark category',
  'copy duplicate clone fork',
  'move transfer relocate',
  'rename title name',
  'status state health condition',
  'statistics metrics usage report analytics numbers',
  'history log audit activity trail past',
  'webhook callback hook',
  'settings configuration preferences options',
  'run execute trigger start launch invoke',
  'repository repo project code',
  'merge combine join',
  'approve accept confirm agree',
  'reject deny decline refuse',
  'star favorite like bookmark',
  'follow subscribe watch',
  'unfollow unsubscribe unwatch',
  'country location place address region',
  'device machine server instance host',
  'limit quota cap',
];

const byWord: ReadonlyMap<string, readonly string[]> = indexFamilies();

function indexFamilies(): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const family of families) {
    const words = family.split(' ').map((word) => word.replaceAll('-', ' '));
    for (const word of words) {
      const stem = stemWord(word);
      index.set(stem, [...(index.get(stem) ?? []), ...words]);
    }
  }
  return index;
}

/** What each method does, in people's words. */
const methodWords: Readonly<Record<string, string>> = {
  GET: 'get show read',
  POST: 'create',
  PUT: 'set replace',
  PATCH: 'update change',
  DELETE: 'delete remove',
};

/** The other words by which people may ask for what a text says; none that it has itself. */
export function synonymsOf(method: string, text: string): readonly string[] {
  const own = new Set(splitWords(text).map(stemWord));
  const words = [...own, ...splitWords(methodWords[method] ?? '').map(stemWord)];
  const others = words.flatMap((stem) => byWord.get(stem) ?? []);
  return [...new Set(others)].filter((word) => !own.has(stemWord(word)));
}
