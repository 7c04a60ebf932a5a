import { diagnostic, type Diagnostic, type OperationName } from '../../model/diagnostic.ts';
import { objectFromEntries, type JsonSchema } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import type { ReferenceMode } from '../options.ts';
import { closureBytes, closureOf, type Closure } from './closure.ts';
import { definitionsOf, type Converted, type Definitions } from './definitions.ts';
import { inlineReferences, unrollReferences } from './inline.ts';
import type { SchemaLibrary } from './library.ts';
import { cutClosure, isWithinLimits, schemaLimits, withDefinitions } from './limits.ts';
import { measure } from './measure.ts';
import type { Perspective } from './perspective.ts';

/** What is to be published for one tool. */
export interface Publication {
  readonly library: SchemaLibrary;
  readonly perspective: Perspective;
  readonly references: ReferenceMode;
  /** Builds the root from converted schemas; called again with other definitions where it came out too large. */
  readonly build: (definitions: Definitions) => Converted;
  /** Named where something had to be cut. */
  readonly operation: OperationName;
  readonly location: SourceLocation;
}

/**
 * Publishes one self-contained schema within the limits of rule J16: every reference leads to the root's
 * `$defs`, and what is too large is cut, nearest parts last, with a diagnostic.
 */
export function publishSchema(publication: Publication): Converted {
  const first = attempt(publication, publication.perspective);
  if (first.schema !== undefined) return { schema: first.schema, diagnostics: first.diagnostics };
  const plain = first.definitions.expandsParents
    ? attempt(publication, { ...publication.perspective, expand: false })
    : first;
  if (plain.schema !== undefined) return { schema: plain.schema, diagnostics: plain.diagnostics };
  return {
    schema: cutClosure(plain.closure),
    diagnostics: [...plain.diagnostics, reportCut(publication)],
  };
}

function attempt(
  { library, references, build }: Publication,
  perspective: Perspective,
): {
  readonly schema?: JsonSchema;
  readonly definitions: Definitions;
  readonly closure: Closure;
  readonly diagnostics: readonly Diagnostic[];
} {
  const definitions = definitionsOf(library, perspective);
  const root = build(definitions);
  const closure = closureOf(root.schema, definitions);
  const diagnostics = [...root.diagnostics, ...closure.diagnostics];
  for (const form of formsOf(closure, references)) {
    const schema = form();
    if (isWithinLimits(measureWhole(schema))) return { schema, definitions, closure, diagnostics };
  }
  return { definitions, closure, diagnostics };
}

/** The forms to try, in order of preference. */
function formsOf(closure: Closure, references: ReferenceMode): readonly (() => JsonSchema)[] {
  const asDefinitions = (): JsonSchema =>
    withDefinitions(
      closure.root,
      objectFromEntries(
        [...closure.definitions].map(([key, { schema }]) => [key, schema] as const),
      ),
    );
  if (closure.definitions.size === 0) return [() => closure.root];
  const isFarTooLarge = closureBytes(closure) > 2 * schemaLimits.bytes;
  if (references === 'defs') return isFarTooLarge ? [] : [asDefinitions];
  if (references === 'inline') {
    if (isFarTooLarge) return [];
    return [
      () => {
        const inlined = inlineReferences(closure);
        return withDefinitions(inlined.root, objectFromEntries(inlined.definitions));
      },
      asDefinitions,
    ];
  }
  const depths = Array.from(
    { length: references.depth + 1 },
    (_, index) => references.depth - index,
  );
  return depths.map((depth) => () => unrollReferences(closure, depth));
}

/** The measure with definitions counted. */
function measureWhole(schema: JsonSchema): ReturnType<typeof measure> {
  const { $defs: definitions, ...root } = schema;
  const own = measure(definitions === undefined ? schema : root);
  if (definitions === undefined) return own;
  const parts = Object.entries(definitions as Readonly<Record<string, JsonSchema>>);
  let { bytes, subschemas, depth } = own;
  bytes += '"$defs":{},'.length;
  for (const [key, part] of parts) {
    const size = measure(part);
    bytes += size.bytes + key.length + 4;
    subschemas += size.subschemas;
    depth = Math.max(depth, size.depth + 1);
  }
  return { bytes, subschemas, depth, references: own.references };
}

function reportCut({ operation, location, perspective }: Publication): Diagnostic {
  return diagnostic('schema-cut', {
    message: `The ${perspective.direction} schema of ${operation.method} ${operation.path} is larger than ${schemaLimits.bytes} bytes, ${schemaLimits.subschemas} schemas or ${schemaLimits.depth} levels; its deepest parts are published as any value.`,
    fix: 'Leave arguments out with an overlay, or give the tool a schema of its own.',
    operation,
    location,
  });
}
