import type { ApiModel, Operation, Parameter } from '../../model/api.ts';
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { objectFromEntries, ownValue } from '../../model/json.ts';
import { didYouMean } from '../../model/nearest-names.ts';
import type { SecurityRequirement, SecurityScheme } from '../../model/security.ts';
import type { PartialRuntimeSettings } from '../../model/settings.ts';
import { childLocation } from '../../model/source.ts';
import { operationName } from '../operation-name.ts';
import { type RankedForm, weigh } from './forms.ts';
import { applyListDirective } from './merge.ts';
import type { ServerFields } from './server-fields.ts';

/** What all short forms say of the server; `headers` are part of `runtime`. */
export type MergedServer = Omit<ServerFields, 'headers' | 'icons+'>;

/** Merges `server` of every form, the weakest first: field by field, records key by key. */
export function mergeServer(forms: readonly RankedForm[]): MergedServer {
  return forms.map(({ form }) => form.server).reduce<MergedServer>(applyServer, {});
}

function applyServer(below: MergedServer, fields: ServerFields): MergedServer {
  const { headers, icons, 'icons+': more, runtime, securitySchemes, ...rest } = fields;
  const ownHeaders = { ...runtime?.headers, ...headers };
  const merged = mergeRuntime(below.runtime ?? {}, {
    ...runtime,
    ...(Object.keys(ownHeaders).length === 0 ? {} : { headers: ownHeaders }),
  });
  const base = icons ?? below.icons;
  const allIcons =
    more === undefined ? base : applyListDirective(base ?? [], { mode: 'append', items: more });
  return {
    ...below,
    ...rest,
    ...(Object.keys(merged).length === 0 ? {} : { runtime: merged }),
    ...(allIcons === undefined ? {} : { icons: allIcons }),
    ...(securitySchemes === undefined
      ? {}
      : { securitySchemes: { ...below.securitySchemes, ...securitySchemes } }),
  };
}

/** Lays given settings over given settings; unlike with a complete base, absent parts stay absent. */
export function mergeRuntime(
  below: PartialRuntimeSettings,
  above: PartialRuntimeSettings,
): PartialRuntimeSettings {
  return {
    ...below,
    ...above,
    ...mergedPart('limits', below, above),
    ...mergedPart('audit', below, above),
    ...mergedPart('retry', below, above),
    ...mergedPart('headers', below, above),
  };
}

function mergedPart(
  key: 'limits' | 'audit' | 'retry' | 'headers',
  below: PartialRuntimeSettings,
  above: PartialRuntimeSettings,
): PartialRuntimeSettings {
  if (below[key] === undefined && above[key] === undefined) return {};
  return { [key]: { ...below[key], ...above[key] } };
}

/** The API with what overlays say of credentials. */
export interface SecuredApi {
  readonly api: ApiModel;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Gives security to operations of which the document says nothing, and takes away parameters that the new
 * schemes or headers supply (rules K1, P3, K8).
 */
export function secureApi(
  api: ApiModel,
  server: MergedServer,
  forms: readonly RankedForm[],
): SecuredApi {
  const schemes = objectFromEntries([
    ...Object.entries(api.securitySchemes),
    ...Object.entries(server.securitySchemes ?? {}),
  ]);
  const { security, unknown } = knownSecurity(server.security, schemes, forms);
  const headers = new Set(
    Object.keys(server.runtime?.headers ?? {}).map((name) => name.toLowerCase()),
  );
  const silent = silentOperations(api);
  const secured = api.operations.map((operation) => {
    const applied =
      security !== undefined && silent.has(operation) ? { ...operation, security } : operation;
    return withoutSupplied(applied, schemes, headers);
  });
  const unchanged = secured.every((operation, index) => operation === api.operations[index]);
  return {
    api: unchanged
      ? { ...api, securitySchemes: schemes }
      : { ...api, securitySchemes: schemes, operations: secured },
    diagnostics: [
      ...unknown,
      ...unusedSecurity(security, silent, forms),
      ...queryConflicts(
        secured.filter((each, index) => each.security !== api.operations[index]?.security),
        schemes,
      ),
    ],
  };
}

/** Operations for which neither they nor the root say `security`. */
function silentOperations(api: ApiModel): ReadonlySet<Operation> {
  const someDeclare = api.operations.some(({ security }) => security.length > 0);
  return new Set(
    api.operations.filter(
      ({ security, securityDeclared }) =>
        security.length === 0 && !(securityDeclared ?? someDeclare),
    ),
  );
}

interface KnownSecurity {
  readonly security: readonly SecurityRequirement[] | undefined;
  readonly unknown: readonly Diagnostic[];
}

/** Only names known now are honoured (rule K7); an alternative with another name is left out. */
function knownSecurity(
  security: readonly SecurityRequirement[] | undefined,
  schemes: Readonly<Record<string, SecurityScheme>>,
  forms: readonly RankedForm[],
): KnownSecurity {
  const isKnown = ({ schemes: required }: SecurityRequirement): boolean =>
    required.every(({ scheme }) => ownValue(schemes, scheme) !== undefined);
  const unknown = forms.flatMap(({ rank, location, form }) =>
    (form.server.security ?? []).flatMap((requirement, index) =>
      requirement.schemes
        .filter(({ scheme }) => ownValue(schemes, scheme) === undefined)
        .map(({ scheme }) =>
          weigh(
            diagnostic('overlay-unknown-scheme', {
              message: `There is no security scheme ${JSON.stringify(scheme)}.`,
              fix: `${didYouMean(scheme, Object.keys(schemes))} Declare it under server.securitySchemes.`.trim(),
              location: childLocation(location, 'server', 'security', index),
            }),
            rank,
            false,
          ),
        ),
    ),
  );
  return { security: security?.filter(isKnown), unknown };
}

function unusedSecurity(
  security: readonly SecurityRequirement[] | undefined,
  silent: ReadonlySet<Operation>,
  forms: readonly RankedForm[],
): readonly Diagnostic[] {
  const form = forms.findLast((each) => each.form.server.security !== undefined);
  if (security === undefined || form === undefined || silent.size > 0) return [];
  return [
    diagnostic('overlay-security-unused', {
      message:
        'server.security applies to no operation: the document says which credentials each needs.',
      fix: 'Remove it, or change security in the document with an OpenAPI Overlay.',
      location: childLocation(form.location, 'server', 'security'),
    }),
  ];
}

function withoutSupplied(
  operation: Operation,
  schemes: Readonly<Record<string, SecurityScheme>>,
  headers: ReadonlySet<string>,
): Operation {
  const keys = operation.security
    .flatMap((requirement) => requirement.schemes)
    .flatMap(({ scheme }) => {
      const found = ownValue(schemes, scheme);
      return found?.type === 'apiKey' ? [found] : [];
    });
  const isSupplied = (parameter: Parameter): boolean => {
    const name = parameter.name.toLowerCase();
    if (parameter.in === 'header' && headers.has(name)) return true;
    return keys.some(
      (key) =>
        key.in === parameter.in &&
        (key.in === 'header' ? key.name.toLowerCase() === name : key.name === parameter.name),
    );
  };
  const parameters = operation.parameters.filter((parameter) => !isSupplied(parameter));
  return parameters.length === operation.parameters.length
    ? operation
    : { ...operation, parameters };
}

/** Import reports this for the document's own security. */
function queryConflicts(
  operations: readonly Operation[],
  schemes: Readonly<Record<string, SecurityScheme>>,
): readonly Diagnostic[] {
  return operations.flatMap((operation) => {
    const whole = operation.parameters.find((parameter) => parameter.in === 'querystring');
    const key = operation.security
      .flatMap((requirement) => requirement.schemes)
      .map(({ scheme }) => scheme)
      .find((name) => {
        const scheme = ownValue(schemes, name);
        return scheme?.type === 'apiKey' && scheme.in === 'query';
      });
    if (whole === undefined || key === undefined) return [];
    return [
      diagnostic('query-credential', {
        message: `The security scheme ${JSON.stringify(key)} adds a key to the query, which ${JSON.stringify(whole.name)} of ${operation.method} ${operation.path} is as a whole.`,
        fix: 'Send the key in a header.',
        location: operation.location,
        operation: operationName(operation),
      }),
    ];
  });
}
