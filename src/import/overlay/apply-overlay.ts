import type { Diagnostic, DiagnosticCode } from '../../model/diagnostic.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { JsonValue } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import { childLocation, escapePointerToken } from '../../model/source.ts';
import { maxDocumentDepth } from '../parse/inspect-tree.ts';
import { OverlayDraft } from './draft.ts';
import { explainNoMatch } from './explain-no-match.ts';
import type { JsonPath, NodePath } from './json-path.ts';
import type { MergeConflict, NodeKind } from './merge.ts';
import { depthOf, kindOf, mergeAt } from './merge.ts';
import type { OverlayAction, OverlayDocument } from './overlay-document.ts';

/** An overlay with its place in the order of precedence. */
export interface RankedOverlay {
  readonly overlay: OverlayDocument;
  /** 1 for the first overlay file, and so on; files in the short form count too. */
  readonly rank: number;
}

/** A document after overlays. */
export interface OverlaidDocument {
  /** What was not changed is shared with the input, which stays as it was. */
  readonly value: JsonValue;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether every action could be carried out; one that could not leaves its targets as they were. */
  readonly isComplete: boolean;
  /** Knows which overlay set which `x-mcp` key, and where things stood before. */
  readonly draft: OverlayDraft;
}

/** Weight that overlays may add to a document: characters, and 32 for each value. */
const maxAddedWeight = 64 * 1024 * 1024;

/** Applies one overlay to an unresolved document (rules O2 to O13). The input is never changed. */
export function applyOverlay(document: JsonValue, overlay: OverlayDocument): OverlaidDocument {
  return applyOverlays(document, [{ overlay, rank: 1 }]);
}

/** Applies overlays in order, each to the result of the one before (rule O2). */
export function applyOverlays(
  document: JsonValue,
  overlays: readonly RankedOverlay[],
): OverlaidDocument {
  const draft = new OverlayDraft(document);
  const run = new OverlayRun(draft);
  for (const { overlay, rank } of overlays) {
    for (const action of overlay.actions) {
      if (run.isStopped) break;
      run.apply(action, overlay.version, rank);
    }
  }
  const { diagnostics, isComplete } = run;
  return { value: draft.root, diagnostics, isComplete, draft };
}

/** The value that an action merges. */
interface MergeSource {
  readonly update: JsonValue;
  readonly location: SourceLocation;
  readonly rank: number;
  readonly version: '1.0' | '1.1';
}

/** Thrown by the charge of a merge and caught by the action; never leaves this file. */
class WeightExceeded extends Error {}

class OverlayRun {
  readonly diagnostics: Diagnostic[] = [];
  isComplete = true;
  isStopped = false;
  readonly #draft: OverlayDraft;
  #weight = 0;

  constructor(draft: OverlayDraft) {
    this.#draft = draft;
  }

  apply(action: OverlayAction, version: '1.0' | '1.1', rank: number): void {
    const targets = action.target.select(this.#draft.root);
    if (targets.length === 0) {
      this.diagnostics.push(explainNoMatch(action, this.#draft.root));
    }
    if (action.remove) {
      this.#remove(action, targets);
      return;
    }
    const source = this.#sourceOf(action);
    if (source === undefined || !this.#targetsFit(action, targets, version)) return;
    if (this.#isTooDeep(action, targets, source.update)) return;
    this.#merge(action, targets, { ...source, rank, version });
  }

  /** From the last to the first, so that no removal moves what is still to be removed (rule O10). */
  #remove(action: OverlayAction, targets: readonly NodePath[]): void {
    if (targets.some((path) => path.length === 0)) {
      this.#report('overlay-removes-root', action.location, {
        message: `${action.target.text} removes the whole document.`,
        fix: 'Name what is to be removed.',
      });
      return;
    }
    for (const path of [...targets].sort(laterFirst)) this.#draft.removeAt(path);
  }

  /** The value to merge, and where it stands in the overlay; nothing for an action that does nothing (O12). */
  #sourceOf(
    action: OverlayAction,
  ): { readonly update: JsonValue; readonly location: SourceLocation } | undefined {
    if (action.update !== undefined && action.copy !== undefined) {
      this.#report('overlay-action-conflict', action.location, {
        message: `The action on ${action.target.text} has both update and copy, which cancel each other.`,
        fix: 'Make two actions of it.',
      });
      return undefined;
    }
    if (action.update !== undefined) {
      return { update: action.update, location: childLocation(action.location, 'update') };
    }
    return action.copy === undefined ? undefined : this.#copySource(action, action.copy);
  }

  #copySource(
    action: OverlayAction,
    copy: JsonPath,
  ): { readonly update: JsonValue; readonly location: SourceLocation } | undefined {
    const location = childLocation(action.location, 'copy');
    const found = copy.select(this.#draft.root);
    const [path] = found;
    const update = path && this.#draft.valueAt(path);
    if (found.length === 1 && update !== undefined) {
      // A snapshot: the source may lie inside a target and would change while it is merged.
      return { update: structuredClone(update), location };
    }
    this.#report('overlay-copy-source', location, {
      message: `${copy.text} selects ${found.length} nodes; a copy needs exactly one.`,
      fix: 'Correct the query after copy.',
    });
    return undefined;
  }

  /** Rules O7 and O8. */
  #targetsFit(
    action: OverlayAction,
    targets: readonly NodePath[],
    version: '1.0' | '1.1',
  ): boolean {
    const kinds = new Set(targets.map((path) => this.#kindAt(path)));
    if (version === '1.0' && kinds.has('primitive')) {
      const path = targets.find((each) => this.#kindAt(each) === 'primitive') ?? [];
      // What is meant is clear, so it is done; the fault is in the form of the overlay alone.
      this.diagnostics.push(
        diagnostic('overlay-target-primitive', {
          message: `${action.target.text} selects ${pointerOf(path)}, which is no object or array; Overlay 1.0 changes only those. It was replaced.`,
          fix: 'Write overlay: 1.1.0 at the top of the overlay, or select the object that holds the value.',
          location: action.location,
        }),
      );
    }
    if (version === '1.1' && kinds.size > 1) {
      this.#report('overlay-mixed-targets', action.location, {
        message: `${action.target.text} selects nodes of different kinds (${[...kinds].join(', ')}); one action changes one kind.`,
        fix: 'Narrow the query, or make one action for each kind.',
      });
      return false;
    }
    return true;
  }

  #kindAt(path: NodePath): NodeKind {
    return kindOf(this.#draft.valueAt(path) ?? null);
  }

  /** Keeps the document within the depth that everything after this relies on. */
  #isTooDeep(action: OverlayAction, targets: readonly NodePath[], update: JsonValue): boolean {
    const deepest = targets.reduce((depth, path) => Math.max(depth, path.length), 0);
    if (deepest + 1 + depthOf(update) <= maxDocumentDepth) return false;
    this.#report('overlay-result-too-large', action.location, {
      message: `The action on ${action.target.text} makes the document deeper than ${maxDocumentDepth} levels.`,
      fix: 'Narrow the query, or merge less.',
    });
    return true;
  }

  #merge(action: OverlayAction, targets: readonly NodePath[], source: MergeSource): void {
    const context = {
      draft: this.#draft,
      rank: source.rank,
      location: source.location,
      replacesPrimitives: source.version === '1.0',
      charge: (weight: number) => {
        this.#weight += weight;
        if (this.#weight > maxAddedWeight) throw new WeightExceeded();
      },
    };
    try {
      for (const path of targets) {
        for (const conflict of mergeAt(path, source.update, context)) {
          this.#reportConflict(action, conflict);
        }
      }
    } catch (thrown) {
      if (!(thrown instanceof WeightExceeded)) throw thrown;
      this.isStopped = true;
      this.#report('overlay-result-too-large', action.location, {
        message: `The action on ${action.target.text} makes the document larger than is read.`,
        fix: 'Narrow the query, or merge less.',
      });
    }
  }

  #reportConflict(action: OverlayAction, conflict: MergeConflict): void {
    const { path, target, update } = conflict;
    this.#report('overlay-kind-mismatch', action.location, {
      message: `The action on ${action.target.text} merges ${named(update)} into ${named(target)} at ${pointerOf(path)}.`,
      fix: 'Give the same kind, or remove the node in an earlier action and add it anew.',
    });
  }

  #report(
    code: DiagnosticCode,
    location: SourceLocation,
    text: { readonly message: string; readonly fix: string },
  ): void {
    this.isComplete = false;
    this.diagnostics.push(diagnostic(code, { ...text, location }));
  }
}

/** Orders paths from the last to the first, and what lies inside a node before the node. */
function laterFirst(left: NodePath, right: NodePath): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [left[index], right[index]];
    if (one === other) continue;
    if (typeof one === 'number' && typeof other === 'number') return other - one;
    return String(one) < String(other) ? 1 : -1;
  }
  return right.length - left.length;
}

function named(kind: MergeConflict['target']): string {
  return kind === 'primitive' ? 'a primitive value' : `an ${kind}`;
}

function pointerOf(path: NodePath): string {
  if (path.length === 0) return 'the root';
  return path.map((token) => `/${escapePointerToken(String(token))}`).join('');
}
