import type { ApiModel, Extension, Operation } from '../../model/api.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { SourceLocation } from '../../model/source.ts';
import { argumentKey } from './argument-keys.ts';
import { argumentCheck, bodyCheck, type BodyFields } from './argument-fields.ts';
import type { Check } from './check.ts';
import { type OverlayEntry, strengths } from './entry.ts';
import type { IconFiles } from './icons.ts';
import { type ToolFields, toolCheck } from './tool-fields.ts';

/** The `x-mcp` of operations, their parameters and bodies, as entries of each operation. */
export interface OwnExtensions {
  readonly entries: ReadonlyMap<Operation, readonly OverlayEntry[]>;
  readonly diagnostics: readonly { readonly found: readonly Diagnostic[]; readonly rank: number }[];
}

type Layers = (fields: ToolFields, rank: number, location: SourceLocation) => readonly ToolFields[];

/** Reads every `x-mcp` below operations once, also one that many operations share. */
export function readOwnExtensions(
  api: ApiModel,
  icons: IconFiles,
  layersOf: Layers,
): OwnExtensions {
  const diagnostics: { found: readonly Diagnostic[]; rank: number }[] = [];
  const tool = toolCheck(icons);
  const seen = new Set<string>();
  const read = <T>(check: Check<T>, extension: Extension): T | undefined => {
    const result = check(extension);
    const { document, pointer } = extension.location;
    const place = `${extension.rank} ${document}#${pointer}`;
    if (!seen.has(place)) diagnostics.push({ found: result.diagnostics, rank: extension.rank });
    seen.add(place);
    return result.ok ? result.value : undefined;
  };
  const entry = (
    fields: ToolFields,
    { rank, location }: Extension,
    strength: number,
  ): OverlayEntry => ({
    label: 'x-mcp',
    source: 'extension',
    rank,
    location,
    layers: layersOf(fields, rank, location),
    strength: () => strength,
  });
  const entriesOf = (operation: Operation): readonly OverlayEntry[] => [
    ...operation.extensions.flatMap((extension) => {
      const fields = read(tool, extension);
      return fields === undefined ? [] : [entry(fields, extension, strengths.exact)];
    }),
    ...operation.parameters.flatMap((parameter) =>
      parameter.extensions.flatMap((extension) => {
        const fields = read(argumentCheck, extension);
        if (fields === undefined) return [];
        const named = { arguments: { [argumentKey(parameter, operation)]: fields } };
        return [entry(named, extension, strengths.parameter)];
      }),
    ),
    ...(operation.requestBody?.extensions ?? []).flatMap((extension) => {
      const fields = read(bodyCheck, extension);
      if (fields === undefined) return [];
      return [entry(bodyFields(fields, extension.location), extension, strengths.parameter)];
    }),
  ];
  const entries = new Map<Operation, readonly OverlayEntry[]>();
  for (const operation of api.operations) {
    const own = entriesOf(operation);
    if (own.length > 0) entries.set(operation, own);
  }
  return { entries, diagnostics };
}

function bodyFields(
  { flatten, mediaType, ...body }: BodyFields,
  location: SourceLocation,
): ToolFields {
  return {
    arguments: { body: { ...body, location } },
    ...(flatten === undefined ? {} : { flatten }),
    ...(mediaType === undefined ? {} : { request: { mediaType } }),
  };
}
