import type { Parameter, PathParameter, QueryParameter } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { DiagnosticCode } from '../../model/diagnostic.ts';
import type { OperationSite } from './operations.ts';
import type { QueryPart, UsablePathKey } from './path-key.ts';
import type { Reading } from './reading.ts';

/**
 * Brings the parameters in line with the path (rule L10): every expression gets exactly one path parameter,
 * made up where nobody declares it; a declared one that the path does not name is left out. What the path
 * key writes as a query becomes query parameters.
 */
export function reconcilePath(
  reading: Reading,
  site: OperationSite,
  key: UsablePathKey,
  parameters: readonly Parameter[],
): readonly Parameter[] {
  const declared = parameters.filter((parameter) => parameter.in === 'path');
  const names = new Set(
    key.template.flatMap((part) => (part.kind === 'expression' ? [part.name] : [])),
  );
  reportKey(reading, site, key, names);
  const unused = new Map(
    declared.filter(({ name }) => !names.has(name)).map((parameter) => [parameter.name, parameter]),
  );
  const missing = [...names].filter((name) => !declared.some((path) => path.name === name));
  const found = missing.map((name) => findMissing(reading, site, name, unused));
  const queries = key.query.map((part) => queryParameter(reading, site, part, parameters));
  for (const part of key.query) if (part.kind === 'parameter') unused.delete(part.parameter);
  for (const parameter of unused.values()) reportUnused(reading, site, parameter);
  const written = new Set(queries.map(({ name }) => name));
  const kept = parameters.filter((parameter) =>
    parameter.in === 'path'
      ? names.has(parameter.name)
      : parameter.in !== 'query' || !written.has(parameter.name),
  );
  return [...kept, ...found, ...queries].map((parameter) =>
    parameter.in === 'path' && key.multiSegment.has(parameter.name)
      ? { ...parameter, multiSegment: true }
      : parameter,
  );
}

function reportKey(
  reading: Reading,
  site: OperationSite,
  key: UsablePathKey,
  names: ReadonlySet<string>,
): void {
  if (key.fragment !== undefined) {
    report(reading, site, 'path-fragment', {
      message: `The path ${JSON.stringify(site.path)} has a fragment, which is never sent: #${key.fragment}.`,
      fix: 'Nothing needs to be done where the fragment only tells operations apart.',
    });
  }
  if (key.query.length > 0) {
    report(reading, site, 'path-query', {
      message: `The path ${JSON.stringify(site.path)} has a query, which is sent with every call.`,
      fix: 'Declare it as query parameters.',
    });
  }
  const expressions = key.template.filter(({ kind }) => kind === 'expression').length;
  if (expressions > names.size) {
    report(reading, site, 'path-expression-repeated', {
      message: `The path ${JSON.stringify(site.path)} names a parameter twice; both places get the same value.`,
      fix: 'Give the two places different names.',
    });
  }
}

/** A declared parameter whose name differs in case only, else one made up. */
function findMissing(
  reading: Reading,
  site: OperationSite,
  name: string,
  unused: Map<string, PathParameter>,
): PathParameter {
  const alike = [...unused.values()].filter(
    (parameter) => parameter.name.toLowerCase() === name.toLowerCase(),
  );
  const [only] = alike;
  if (only !== undefined && alike.length === 1) {
    unused.delete(only.name);
    report(reading, site, 'path-parameter-case', {
      message: `The path ${JSON.stringify(site.path)} names {${name}}, but its parameter is declared as ${JSON.stringify(only.name)}; the two are taken as one.`,
      fix: 'Write both in the same case.',
    });
    return { ...only, name };
  }
  report(reading, site, 'path-parameter-undeclared', {
    message: `The path ${JSON.stringify(site.path)} names {${name}}, which no path parameter declares; it is taken as text.`,
    fix: `Declare a parameter ${JSON.stringify(name)} in the path.`,
  });
  return {
    in: 'path',
    name,
    required: true,
    deprecated: false,
    schema: { type: 'string' },
    serialization: { kind: 'style', style: 'simple', explode: false, allowReserved: false },
    multiSegment: false,
    examples: [],
    location: site.node.location,
    extensions: [],
  };
}

function reportUnused(reading: Reading, site: OperationSite, parameter: PathParameter): void {
  report(reading, site, 'path-parameter-unused', {
    message: `The path parameter ${JSON.stringify(parameter.name)} does not occur in the path ${JSON.stringify(site.path)} and is left out.`,
    fix: 'Remove it, or name it in the path.',
  });
}

/** The query parameter that a part of the path key stands for. */
function queryParameter(
  reading: Reading,
  site: OperationSite,
  part: QueryPart,
  parameters: readonly Parameter[],
): QueryParameter {
  const plain: QueryParameter = {
    in: 'query',
    name: part.name,
    required: true,
    deprecated: false,
    schema: { type: 'string' },
    serialization: { kind: 'style', style: 'form', explode: true, allowReserved: false },
    allowEmptyValue: false,
    examples: [],
    location: site.node.location,
    extensions: [],
  };
  if (part.kind === 'fixed') {
    return { ...plain, schema: { type: 'string', const: part.value }, fixed: part.value };
  }
  const named = parameters.filter(({ name }) => name === part.parameter);
  const query = named.find((parameter) => parameter.in === 'query');
  if (query !== undefined) return { ...query, name: part.name };
  const path = named.find((parameter) => parameter.in === 'path');
  if (path === undefined) {
    report(reading, site, 'path-parameter-undeclared', {
      message: `The path ${JSON.stringify(site.path)} names {${part.parameter}} in its query, which no parameter declares; it is taken as text.`,
      fix: `Declare a parameter ${JSON.stringify(part.parameter)} in the query.`,
    });
    return { ...plain, required: false };
  }
  const { in: _in, serialization: _serialization, multiSegment: _multi, ...shared } = path;
  return { ...plain, ...shared, name: part.name };
}

function report(
  reading: Reading,
  site: OperationSite,
  code: DiagnosticCode,
  text: { readonly message: string; readonly fix: string },
): void {
  reading.report(diagnostic(code, { ...text, location: site.node.location }));
}
