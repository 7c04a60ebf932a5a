import type { ArtifactDocument, ArtifactServer, BridgeArtifact } from '../../model/artifact.ts';
import { jsonEqual, ownValue } from '../../model/json.ts';
import type { Tool } from '../../model/tool.ts';
import type { AgentChange, ChangeSubject } from './change.ts';

/** What changed on the server as a whole: its name and words, how its tools are found, where requests go. */
export function compareServer(
  before: BridgeArtifact,
  after: BridgeArtifact,
): readonly AgentChange[] {
  const subject: ChangeSubject = { kind: 'server', name: before.server.name };
  return [
    ...compareIdentity(before, after, subject),
    ...compareMode(before, after, subject),
    ...Object.entries(before.documents).flatMap(([namespace, old]) => {
      const now = ownValue(after.documents, namespace);
      if (now === undefined) return [];
      const used = usedServers(before.tools, namespace);
      return [...compareVariables(old, now, subject), ...compareBases(old, now, { used, subject })];
    }),
  ];
}

function compareIdentity(
  { server: old }: BridgeArtifact,
  { server: now }: BridgeArtifact,
  subject: ChangeSubject,
): readonly AgentChange[] {
  return (['name', 'title', 'instructions'] as const).flatMap((key): readonly AgentChange[] => {
    if (old[key] === now[key]) return [];
    return [
      {
        impact: 'behavioral',
        kind: key === 'title' ? 'title-changed' : 'description-changed',
        subject,
        message: key === 'instructions' ? 'has other instructions' : `has another ${key}`,
        ...(old[key] === undefined ? {} : { before: old[key] }),
        ...(now[key] === undefined ? {} : { after: now[key] }),
      },
    ];
  });
}

/** Agents that call tools by name find other names in the list. */
function compareMode(
  before: BridgeArtifact,
  after: BridgeArtifact,
  subject: ChangeSubject,
): readonly AgentChange[] {
  if (before.mode === after.mode) return [];
  const message =
    after.mode === 'deferred'
      ? 'lists tools that find and call the others, which are no longer called by name'
      : 'lists every tool, and no longer those that find and call the others';
  const modes = { before: before.mode, after: after.mode };
  return [{ impact: 'breaking', kind: 'mode-changed', subject, message, ...modes }];
}

/** Who runs the server has set variables by name. */
function compareVariables(
  old: ArtifactDocument,
  now: ArtifactDocument,
  subject: ChangeSubject,
): readonly AgentChange[] {
  const [before, after] = [old.environmentPrefix, now.environmentPrefix];
  if (before === after) return [];
  const message = `reads environment variables that begin with ${after}_ instead of ${before}_`;
  return [{ impact: 'breaking', kind: 'variables-renamed', subject, message, before, after }];
}

interface BaseContext {
  readonly used: ReadonlySet<number>;
  readonly subject: ChangeSubject;
}

/** Servers by their place in the list: the first is the document's own. */
function compareBases(
  { servers: old }: ArtifactDocument,
  { servers: now }: ArtifactDocument,
  { used, subject }: BaseContext,
): readonly AgentChange[] {
  return old.flatMap((before, index): readonly AgentChange[] => {
    const after = now[index];
    if (after === undefined || !used.has(index) || jsonEqual(before.url, after.url)) return [];
    const isSameOrigin = originOf(before) === originOf(after);
    return [
      {
        impact: isSameOrigin ? 'behavioral' : 'breaking',
        kind: isSameOrigin ? 'path-changed' : 'origin-changed',
        subject,
        message: `sends requests to ${after.url} instead of ${before.url}`,
        before: before.url,
        after: after.url,
      },
    ];
  });
}

function usedServers(tools: readonly Tool[], namespace: string): ReadonlySet<number> {
  return new Set(
    tools
      .filter(({ operation }) => operation.document === namespace)
      .map(({ request }) => request.server),
  );
}

function originOf({ kind, url }: ArtifactServer): string {
  return kind === 'absolute' && URL.canParse(url) ? new URL(url).origin : '';
}
