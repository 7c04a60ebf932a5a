import type { ApiModel, Operation, Server } from '../model/api.ts';
import { diagnostic, refused, staged } from '../model/diagnostic.ts';
import type { Diagnostic, OperationName, Staged } from '../model/diagnostic.ts';
import type { DetectedSpecification } from './detect.ts';
import type { DocumentSet } from './document-set.ts';
import { openApi3Reader, readRootServers } from './openapi3/read-openapi3.ts';
import type { ReadContext } from './read-context.ts';
import { SchemaReader } from './schema/schema-reader.ts';
import { checkNesting } from './shared/check-nesting.ts';
import { checkQueries } from './shared/check-queries.ts';
import { readInfo } from './shared/info.ts';
import { locationKey } from './shared/nodes.ts';
import { readOperations } from './shared/operations.ts';
import { readPathItems } from './shared/path-items.ts';
import type { Reading, Report } from './shared/reading.ts';
import { readTags } from './shared/tags.ts';
import { swagger2Reader } from './swagger2/read-swagger2.ts';
import { readRootServers as readRootServers2 } from './swagger2/servers.ts';

/**
 * Reads loaded documents of any version into one model (rule V2). Nothing in a document stops the rest: a
 * part that cannot be read is reported and left out, an operation that cannot be called stands in
 * `leftOut`. Only a document without any operation is refused (rule L9).
 */
export function readApi(
  documents: DocumentSet,
  detected: DetectedSpecification,
  context: ReadContext,
): Staged<ApiModel> {
  const diagnostics: Diagnostic[] = [];
  const report = onceEach(diagnostics);
  const schemas = new SchemaReader({ documents, report }, detected.version);
  const reading: Reading = { documents, report, specification: detected.version, schemas, context };
  const isSwagger = detected.version === '2.0';
  const version = isSwagger ? swagger2Reader(reading) : openApi3Reader(reading);
  const { operations, leftOut, names } = readOperations(reading, version, readPathItems(reading));
  if (operations.length + leftOut.length === 0)
    return refused(...withoutOperations(reading, diagnostics));
  const servers = isSwagger ? readRootServers2(reading) : readRootServers(reading);
  const table = schemas.finish();
  checkQueries(reading, operations, { schemas: table, schemes: version.securitySchemes });
  checkNesting(reading, operations, table);
  reportRelative(reading, servers, operations);
  const { root, uri } = documents.entry;
  const extension = context.extensionOf(root);
  const model: ApiModel = {
    specification: detected.version,
    info: readInfo(reading),
    document: uri,
    sourceHash: documents.sourceHash,
    servers,
    tags: readTags(reading),
    operations,
    leftOut,
    securitySchemes: version.securitySchemes,
    schemas: table,
    ...(extension === undefined ? {} : { extension }),
  };
  return staged(
    model,
    diagnostics.map((found) => withOperation(found, names)),
  );
}

/** Collects each report once: shared parts of a document are met many times. */
function onceEach(diagnostics: Diagnostic[]): Report {
  const seen = new Set<string>();
  return (found) => {
    const place = found.location === undefined ? '' : locationKey(found.location);
    const identity = [found.code, place, found.message].join('\n');
    if (seen.has(identity) && found.effect === undefined) return;
    seen.add(identity);
    diagnostics.push(found);
  };
}

/** Names the operation that a report comes from, where it comes from inside one. */
function withOperation(found: Diagnostic, names: ReadonlyMap<string, OperationName>): Diagnostic {
  const { location } = found;
  if (location === undefined || found.operation !== undefined) return found;
  let { pointer } = location;
  for (;;) {
    const operation = names.get(locationKey({ ...location, pointer }));
    if (operation !== undefined) return { ...found, operation };
    if (pointer === '') return found;
    pointer = pointer.slice(0, pointer.lastIndexOf('/'));
  }
}

function withoutOperations(
  { documents }: Reading,
  diagnostics: readonly Diagnostic[],
): readonly [Diagnostic, ...Diagnostic[]] {
  const { root } = documents.entry;
  return [
    diagnostic('operations-missing', {
      message: 'The document describes no operation that could be called.',
      fix: 'Describe operations under "paths"; webhooks and callbacks are calls that the API makes, not tools.',
      location: (documents.child(root, 'paths') ?? root).location,
    }),
    ...diagnostics,
  ];
}

/** Says that the tools need a base URL, where the document alone does not tell where the API is (rule S2). */
function reportRelative(
  { documents, report }: Reading,
  servers: readonly Server[],
  operations: readonly Operation[],
): void {
  const needed = operations.some(
    (operation) => (operation.servers ?? servers)[0]?.kind === 'relative',
  );
  if (!needed) return;
  const { root } = documents.entry;
  report(
    diagnostic('server-relative', {
      message: 'The document does not say on which host the API is.',
      fix: 'Give the base URL with --base-url, or write an absolute URL in the document.',
      location: (documents.child(root, 'servers') ?? root).location,
    }),
  );
}
