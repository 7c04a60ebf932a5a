import { libraryOf } from '../../src/mapping/schema/library.ts';
import { publishSchema } from '../../src/mapping/schema/publish.ts';
import type { ReferenceMode } from '../../src/mapping/options.ts';
import type { JsonSchema } from '../../src/model/json.ts';
import { at, tableOf } from './api-builder.ts';

/** How a test publishes a schema. */
export interface PublishSketch {
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
  readonly direction?: 'input' | 'output';
  readonly references?: ReferenceMode;
  readonly expand?: boolean;
}

/** Publishes one canonical schema by itself. */
export function publish(
  schema: JsonSchema,
  sketch: PublishSketch = {},
): { readonly schema: JsonSchema; readonly codes: readonly string[] } {
  const direction = sketch.direction ?? 'input';
  const published = publishSchema({
    library: libraryOf(tableOf(sketch.schemas ?? {})),
    perspective: {
      direction,
      expand: sketch.expand ?? direction === 'input',
      maxDescriptionLength: 1_024,
    },
    references: sketch.references ?? (direction === 'input' ? 'inline' : 'defs'),
    build: (definitions) => definitions.convert(schema, at('/schema')),
    operation: { method: 'POST', path: '/things' },
    location: at('/paths/~1things/post'),
  });
  return { schema: published.schema, codes: published.diagnostics.map(({ code }) => code) };
}
