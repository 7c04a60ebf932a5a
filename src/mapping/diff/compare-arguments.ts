import { isJsonObject, type JsonSchema, objectFromEntries, ownValue } from '../../model/json.ts';
import type { BindingSource } from '../../model/request-binding.ts';
import type { Tool } from '../../model/tool.ts';
import type { AgentChange, ChangeSubject } from './change.ts';
import { pathText } from './change.ts';
import { compareSchemas } from './schema/compare-schemas.ts';
import { texts } from './schema/node.ts';

/** What happened to the arguments of a tool. An argument is the same where it goes to the same place of the request. */
export function compareArguments(
  before: Tool,
  after: Tool,
  subject: ChangeSubject,
): readonly AgentChange[] {
  const renamed = renamedArguments(before, after);
  const schema = renameProperties(before.inputSchema, renamed);
  const fixed = fixedPlaces(after);
  const placeOf = new Map([...placesOf(before)].map(([place, name]) => [name, place]));
  return [
    ...[...renamed].map(([old, now]): AgentChange => ({
      impact: 'breaking',
      kind: 'renamed',
      subject,
      path: old,
      message: `is called ${now} now`,
      before: old,
      after: now,
    })),
    ...compareSchemas(schema, after.inputSchema).map(({ path, ...change }): AgentChange => {
      const [argument = '', ...deeper] = path;
      const isFixed =
        change.kind === 'gone' && deeper.length === 0 && fixed.has(placeOf.get(argument) ?? '');
      return {
        ...change,
        ...(isFixed ? { message: 'is gone: the server sends a fixed value' } : {}),
        subject,
        ...(path.length === 0 ? {} : { path: pathText(path) }),
      };
    }),
  ];
}

/** Argument names by where they go: `query:limit`, `body`, `body:name`. */
function placesOf(tool: Tool): ReadonlyMap<string, string> {
  return new Map(
    sourcesOf(tool).flatMap(([place, source]) =>
      source.kind === 'argument' ? [[place, source.argument] as const] : [],
    ),
  );
}

function fixedPlaces(tool: Tool): ReadonlySet<string> {
  return new Set(
    sourcesOf(tool).flatMap(([place, source]) => (source.kind === 'fixed' ? [place] : [])),
  );
}

function sourcesOf({ request }: Tool): readonly (readonly [string, BindingSource])[] {
  const parameters = request.parameters.map(
    (each) => [`${each.in}:${each.name}`, each.source] as const,
  );
  const body = request.body?.source;
  if (body === undefined) return parameters;
  if (body.kind === 'argument') return [...parameters, ['body', body]];
  return [
    ...parameters,
    ...body.properties.map(({ property, source }) => [`body:${property}`, source] as const),
  ];
}

function renamedArguments(before: Tool, after: Tool): ReadonlyMap<string, string> {
  const now = placesOf(after);
  return new Map(
    [...placesOf(before)].flatMap(([place, name]) => {
      const other = now.get(place);
      return other === undefined || other === name ? [] : [[name, other] as const];
    }),
  );
}

/** The schema with its arguments under their new names, so that only what else changed is left. */
function renameProperties(schema: JsonSchema, renamed: ReadonlyMap<string, string>): JsonSchema {
  if (renamed.size === 0) return schema;
  const properties = ownValue(schema, 'properties');
  const nameOf = (name: string): string => renamed.get(name) ?? name;
  return {
    ...schema,
    properties: objectFromEntries(
      Object.entries(isJsonObject(properties) ? properties : {}).map(([name, each]) => [
        nameOf(name),
        each,
      ]),
    ),
    required: texts(schema['required']).map(nameOf),
  };
}
