import type { BridgeArtifact } from '../../model/artifact.ts';
import { withDefaults } from '../../model/hints.ts';
import type { Tool } from '../../model/tool.ts';
import { compareText } from '../group.ts';
import { type AgentChange, impacts } from './change.ts';
import { comparePrompts, compareResources } from './compare-readables.ts';
import { compareServer } from './compare-server.ts';
import { compareTools } from './compare-tools.ts';
import { matchTools } from './match-tools.ts';

/**
 * What changes for agents, and for whoever runs the server, from one artifact to another. Sorted by impact, then by
 * subject. What cannot be decided counts as breaking and says so; a property that an open object gains counts as
 * additive, although values that nobody described before may now be of the wrong kind.
 */
export function compareArtifacts(
  earlier: BridgeArtifact,
  after: BridgeArtifact,
): readonly AgentChange[] {
  const before = alignDocument(earlier, after);
  const { pairs, gone, added } = matchTools(listedTools(before), listedTools(after));
  const changes: readonly AgentChange[] = [
    ...compareServer(before, after),
    ...gone.map(({ name }): AgentChange => ({
      impact: 'breaking',
      kind: 'gone',
      subject: { kind: 'tool', name },
      message: 'is gone',
    })),
    ...pairs.flatMap(([old, now]) => compareTools(old, now)),
    ...added.map(({ name }): AgentChange => ({
      impact: 'additive',
      kind: 'added',
      subject: { kind: 'tool', name },
      message: 'is new',
    })),
    ...compareResources(before.resources ?? [], after.resources ?? []),
    ...comparePrompts(before.prompts ?? [], after.prompts ?? []),
  ];
  return changes.toSorted(byImpact);
}

/** One document is the other, under whatever name: the namespace of a single one shows nowhere. */
function alignDocument(before: BridgeArtifact, after: BridgeArtifact): BridgeArtifact {
  const [old, ...oldOthers] = Object.entries(before.documents);
  const [now, ...nowOthers] = Object.keys(after.documents);
  if (old === undefined || now === undefined || oldOthers.length + nowOthers.length > 0) {
    return before;
  }
  if (old[0] === now) return before;
  const tools = before.tools.map((tool) => ({
    ...tool,
    operation: { ...tool.operation, document: now },
  }));
  return { ...before, tools, documents: { [now]: old[1] } };
}

/** A server that only reads lists only what reads. */
function listedTools({ tools, runtime }: BridgeArtifact): readonly Tool[] {
  return runtime.readOnly === true
    ? tools.filter(({ hints }) => withDefaults(hints).readOnly)
    : tools;
}

const subjectOrder = ['server', 'tool', 'resource', 'prompt'] as const;

/** Stable: the changes of one subject stay in their order. */
function byImpact(left: AgentChange, right: AgentChange): number {
  return (
    impacts.indexOf(left.impact) - impacts.indexOf(right.impact) ||
    subjectOrder.indexOf(left.subject.kind) - subjectOrder.indexOf(right.subject.kind) ||
    compareText(left.subject.name, right.subject.name)
  );
}
