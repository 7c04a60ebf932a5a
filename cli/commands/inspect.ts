import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BridgeArtifact } from '../../src/index.ts';
import {
  BridgeError,
  compactionOf,
  didYouMean,
  followReferences,
  stringifyDocument,
  tokensOfLength,
} from '../../src/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Loaded, SpecRequest } from '../load.ts';
import { buildSpecs, loadBridge, tellDiagnostics, tellNothing } from '../load.ts';
import type { SpecFlags } from '../options/spec-options.ts';
import { inspectOverview, inspectTool } from '../report/inspection.ts';
import { inspectReport } from '../report/json-reports.ts';
import type { OptionCost, TokenCosts } from '../report/token-costs.ts';
import { optionTrials, startTokens, tokenCosts, tokenReport } from '../report/token-costs.ts';

/** Flags of `inspect`. */
export interface InspectFlags extends SpecFlags {
  readonly tool?: string;
  readonly tokens?: boolean;
}

/** A command line of `inspect`. */
export interface InspectRequest extends SpecRequest {
  readonly flags: InspectFlags;
}

/** Shows what agents will see of documents or of a built folder, and what the server will want. */
export async function runInspect(request: InspectRequest): Promise<ExitCode> {
  const { flags, terminal } = request;
  const loaded = await loadBridge(request, { lowerForTargets: false });
  const { artifact } = loaded;
  if (artifact === undefined) {
    if (loaded.kind === 'built') tellNothing(loaded.result, request, 'There is nothing to show.');
    return exitCodes.failed;
  }
  const shown = flags.tool === undefined ? artifact : only(artifact, flags.tool);
  const costs = flags.tokens === true ? await costsOf(loaded, artifact, request) : undefined;
  if (flags.json === true) {
    const report = inspectReport(shown, resultOf(loaded));
    terminal.write(
      stringifyDocument(
        costs === undefined ? report : { ...report, costs: tokenCosts(artifact, costs) },
      ),
    );
    return exitCodes.done;
  }
  const paint = terminal.writePaint;
  if (costs !== undefined) {
    terminal.write(tokenReport(artifact, costs, paint));
    return exitCodes.done;
  }
  const [tool] = shown.tools;
  terminal.write(
    flags.tool === undefined || tool === undefined
      ? inspectOverview(artifact, paint)
      : inspectTool(tool, paint),
  );
  if (loaded.kind === 'built') tellDiagnostics(loaded.result, request);
  else if (flags.tool === undefined && existsSync(path.join(loaded.folder, 'tools.mjs'))) {
    // Somebody else's folder is looked at before anything in it is trusted.
    terminal.tell('tools.mjs adds tools that are not shown here, where nothing is run.\n');
  }
  return exitCodes.done;
}

/** Of documents also what other options would cost: each is built with them. */
async function costsOf(
  loaded: Loaded,
  artifact: BridgeArtifact,
  request: InspectRequest,
): Promise<TokenCosts> {
  const start = await startTokens(artifact);
  const options: OptionCost[] = [];
  const trials =
    loaded.kind === 'built' ? optionTrials((request.flags.overlay ?? []).length > 0) : [];
  for (const { option, build } of trials) {
    const { artifact: tried } = await buildSpecs(request, build);
    if (tried !== undefined) options.push({ option, tokens: await startTokens(tried) });
  }
  return { start, options, leftOut: await leftOutOf(loaded, request) };
}

/** What the rules of compact schemas leave out of documents, as they are built otherwise. */
async function leftOutOf(loaded: Loaded, request: InspectRequest): Promise<TokenCosts['leftOut']> {
  const { refs, fullDescriptions, compact, target = [] } = request.flags;
  if (loaded.kind !== 'built' || compact === false) return [];
  const { artifact } = await buildSpecs(request, { compact: false });
  const share = typeof refs !== 'object' && followReferences(target);
  const options = { share, keepTexts: fullDescriptions === true };
  return compactionOf(artifact?.tools ?? [], options).map(([rule, characters]) => ({
    rule,
    tokens: tokensOfLength(characters),
  }));
}

function resultOf(loaded: Loaded): Parameters<typeof inspectReport>[1] {
  return loaded.kind === 'built' ? loaded.result : undefined;
}

function only(artifact: BridgeArtifact, name: string): BridgeArtifact {
  return { ...artifact, tools: [findTool(artifact.tools, name)] };
}

/**
 * The tool with this name.
 *
 * @throws BridgeError `tool-unknown` with the names that may have been meant.
 */
export function findTool<T extends { readonly name: string }>(
  tools: readonly T[],
  name: string,
): T {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool;
  const near = didYouMean(
    name,
    tools.map((candidate) => candidate.name),
  );
  throw new BridgeError('tool-unknown', `No tool is named "${name}".`, {
    fix: near === '' ? '`openapi-mcp inspect` lists the tools.' : near,
  });
}
