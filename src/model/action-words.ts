import type { ToolAction } from './search-data.ts';
import { splitWords, stemWord } from './search-text.ts';

/** Verbs by what they do. A tool's own verb says what it is; a query's says what is wanted. */
const verbsOf: Readonly<Record<ToolAction, string>> = {
  list: 'list browse enumerate overview search find query all many',
  read:
    'show see display get read fetch retrieve view look details obtain lookup filter ' +
    'locate download export inspect describe count head return which what who where how whose compare is are does',
  create:
    'create add make new insert register generate compose define establish provision draft post upload import attach open invite book ' +
    'schedule write store build declare announce raise file lodge introduce plan reserve issue record enter enroll enrol hire launch leave ' +
    'put request order buy hang give log',
  update:
    'update edit change modify adjust revise alter amend correct set patch rename replace overwrite lower move configure increase decrease ' +
    'extend shorten swap fix mark label turn switch reschedule postpone reassign assign tweak reword retitle upgrade downgrade',
  delete:
    'delete remove erase destroy drop discard purge trash wipe unset rid revoke kick expel banish bin scrap ditch throw take clear unassign ' +
    'unlink detach evict',
  act:
    'send cancel abort stop terminate close start run execute trigger publish merge approve reject retry restart refund pay pause resume ' +
    'archive lock unlock enable disable activate deactivate block unblock mute unmute follow unfollow star unstar pin scan convert share ' +
    'copy clone fork restore verify submit capture void sync refresh transfer snooze translate boost vote like end finish kill halt begin ' +
    'ban silence hush freeze unfreeze mail email text ring call notify alert warn tell inform forward deliver accept decline refuse deny ' +
    'dismiss remind nudge ask undo revert roll reset rotate resend repeat redo combine join split let allow grant permit forbid charge bill collect sign',
};

/** Verbs by which tools call things too: an `orderCancel` cancels. */
const alsoNouns: ReadonlySet<string> = stemsOf(
  'all many details book store build file plan issue record post draft launch leave request order set fix mark label switch bin scan star ' +
    'run start fork vote like end mail email text ring call alert bill charge sign refund copy share query search filter count head return',
);

const actionByVerb: ReadonlyMap<string, ToolAction> = new Map(
  (['act', 'create', 'update', 'delete', 'read', 'list'] as const).flatMap((action) =>
    verbsOf[action].split(' ').map((verb) => [stemWord(verb), action] as const),
  ),
);

const baseForms: ReadonlySet<string> = new Set(Object.values(verbsOf).join(' ').split(' '));

/** What somebody asks to have done who uses this word as a verb: its base form, or `-ing`. */
export function actionOfAskedVerb(word: string): ToolAction | undefined {
  return baseForms.has(word) || word.endsWith('ing') ? actionOfVerb(stemWord(word)) : undefined;
}

/** What a verb does, by its stem; `undefined` for every other word. */
export function actionOfVerb(stem: string): ToolAction | undefined {
  return actionByVerb.get(stem);
}

const byMethod: Readonly<Record<string, ToolAction>> = {
  GET: 'read',
  HEAD: 'read',
  QUERY: 'read',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/**
 * What a tool does: by its method, except that a POST, and a PUT that acts, say by the first verb of the summary or the
 * name what they do.
 */
export function actionOfTool(
  { name, summary }: { readonly name: string; readonly summary: string },
  { method, path }: { readonly method: string; readonly path: string },
): ToolAction {
  const usual = byMethod[method.toUpperCase()];
  if (usual === 'read') return path.endsWith('}') ? 'read' : 'list';
  if (usual !== undefined && usual !== 'update') return usual;
  const [opening, ...stems] = [splitWords(summary)[0] ?? '', ...splitWords(name)].map(stemWord);
  const verbs = stems.filter((stem) => !alsoNouns.has(stem));
  const said = firstActionOf([opening ?? '', ...verbs, ...stems]);
  if (usual !== 'update') return said ?? 'create';
  const clear = firstActionOf([opening ?? '', ...verbs].filter((stem) => !alsoNouns.has(stem)));
  return clear === 'act' || clear === 'create' ? clear : 'update';
}

/** What the first verb among some stems does; `undefined` where none is a verb. */
export function firstActionOf(stems: readonly string[]): ToolAction | undefined {
  return stems.map(actionOfVerb).find((action) => action !== undefined);
}

function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(stemWord));
}
