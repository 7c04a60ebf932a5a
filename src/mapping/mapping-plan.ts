import type { ApiModel, Operation } from '../model/api.ts';
import { type Diagnostic, diagnostic, refused, staged, type Staged } from '../model/diagnostic.ts';
import type { MappingOptions } from './mapping-options.ts';
import { operationName } from './operation-name.ts';
import { collectEntries } from './overlay/entries.ts';
import { type OverlayOptions, type RankedForm, readForms, weigh } from './overlay/forms.ts';
import { type OperationDirectives, resolveOverlays } from './overlay/resolve.ts';
import { type MergedServer, mergeServer, secureApi } from './overlay/server.ts';
import { serverNameForm } from './overlay/server-fields.ts';
import { collectSharedParts, type SharedParts } from './resources/shared-parts.ts';
import { type DroppedOperation, selectOperations } from './select.ts';
import { defaultServerName, namePrefix } from './server-name.ts';
import { type HintReview, reviewHints } from './tool-hints.ts';

/** Everything that is settled about a document before its tools are put together. */
export interface MappingPlan {
  /** With what overlays say of credentials. */
  readonly api: ApiModel;
  readonly options: MappingOptions;
  /** The server has several documents. */
  readonly several: boolean;
  readonly server: MergedServer;
  readonly serverName: string;
  /** In front of every name; empty where the server has one document. */
  readonly prefix: string;
  readonly directives: ReadonlyMap<Operation, OperationDirectives>;
  /** Operations that are to become tools, in document order. */
  readonly kept: readonly Operation[];
  readonly dropped: readonly DroppedOperation[];
  readonly hints: HintReview['hints'];
  /** Resources and prompts of short forms. */
  readonly shared: Omit<SharedParts, 'diagnostics'>;
  /** Rules and entries that match nothing in this document. */
  readonly unmatched: readonly Diagnostic[];
}

/** Reads overlays, selects operations and settles their hints. */
export function planMapping(api: ApiModel, options: MappingOptions): Staged<MappingPlan> {
  const namespaces = options.namespaces ?? [options.namespace];
  const several = namespaces.length > 1;
  const overlay = readOverlay(api, options, several);
  const serverName = options.name ?? overlay.server.name ?? defaultServerName(namespaces);
  if (!serverNameForm.test(serverName)) return refused(illegalServerName(serverName));
  const prefix = namePrefix(options.namespace, serverName, several);
  if (!prefix.ok) return prefix;
  const selection = select(overlay.api, overlay.directives, options);
  const shared = collectSharedParts(overlay.forms, serverName, options.lenient ?? false);
  return staged(
    {
      api: overlay.api,
      options,
      several,
      server: overlay.server,
      serverName,
      prefix: prefix.value,
      directives: overlay.directives,
      kept: selection.kept,
      dropped: selection.dropped,
      hints: selection.hints,
      shared: { resources: shared.resources, prompts: shared.prompts },
      unmatched: [...overlay.unmatched, ...selection.unmatched],
    },
    [
      ...overlay.diagnostics,
      ...reportedOnce(shared.diagnostics, options),
      ...selection.diagnostics,
    ],
  );
}

function illegalServerName(name: string): Diagnostic {
  return diagnostic('server-name-illegal', {
    message: `The server cannot be called ${JSON.stringify(name.slice(0, 80))}.`,
    fix: 'Give it a name of letters, digits, _ and -, at most 64 long, with --name.',
  });
}

interface AppliedOverlay {
  readonly api: ApiModel;
  /** Those that speak for the whole server. */
  readonly forms: readonly RankedForm[];
  readonly server: MergedServer;
  readonly directives: ReadonlyMap<Operation, OperationDirectives>;
  readonly diagnostics: readonly Diagnostic[];
  readonly unmatched: readonly Diagnostic[];
}

function readOverlay(api: ApiModel, options: MappingOptions, several: boolean): AppliedOverlay {
  const overlayOptions: OverlayOptions = {
    overlays: options.overlays ?? [],
    iconFiles: options.iconFiles ?? new Map(),
    ...(options.resourceFiles === undefined ? {} : { resourceFiles: options.resourceFiles }),
    lenient: options.lenient ?? false,
  };
  const read = readForms(api, overlayOptions);
  // One of several documents does not speak for the server that they share.
  const forms = several ? read.forms.filter(({ rank }) => rank > 0) : read.forms;
  const server = mergeServer(forms);
  const secured = secureApi(api, server, read.forms);
  const entries = collectEntries(secured.api, read.forms, overlayOptions);
  const resolved = resolveOverlays(secured.api, entries, overlayOptions.lenient);
  return {
    api: secured.api,
    forms,
    server,
    directives: resolved.operations,
    diagnostics: [
      ...reportedOnce(read.diagnostics, options),
      ...secured.diagnostics,
      ...entries.diagnostics,
      ...resolved.diagnostics,
    ],
    unmatched: resolved.unmatched,
  };
}

/** What is wrong in overlay files is said for the first document only, not again for each. */
function reportedOnce(
  diagnostics: readonly Diagnostic[],
  { namespace, namespaces = [namespace], overlays = [] }: MappingOptions,
): readonly Diagnostic[] {
  if (namespace === namespaces[0]) return diagnostics;
  const files = new Set(overlays.map(({ location }) => location.document));
  return diagnostics.filter(({ location }) => !files.has(location?.document ?? ''));
}

type Chosen = Pick<MappingPlan, 'kept' | 'dropped' | 'hints' | 'unmatched'> & {
  readonly diagnostics: readonly Diagnostic[];
};

function select(
  api: ApiModel,
  directives: ReadonlyMap<Operation, OperationDirectives>,
  options: MappingOptions,
): Chosen {
  const selection = selectOperations(api, {
    rules: options.rules ?? [],
    skipDeprecated: options.skipDeprecated ?? false,
    enabled: (operation) => directives.get(operation)?.directives.enabled,
  });
  const review = reviewHints(selection.kept, directives, {
    trustReadNames: options.trustReadNames ?? false,
  });
  const isKept = (operation: Operation): boolean =>
    options.readOnly !== true || review.hints.get(operation)?.final.readOnly === true;
  const lenient = options.lenient ?? false;
  return {
    kept: selection.kept.filter(isKept),
    dropped: [
      ...selection.dropped,
      ...selection.kept
        .filter((operation) => !isKept(operation))
        .map((operation) => ({ ...operationName(operation), reason: 'read-only' as const })),
    ],
    hints: review.hints,
    unmatched: selection.unmatched.map((each) => weigh(each, 1, lenient)),
    diagnostics: [...selection.diagnostics, ...review.diagnostics],
  };
}
