import type { ApiModel, Operation } from '../model/api.ts';
import { ownValue } from '../model/json.ts';
import type { SecurityRequirement, SecurityScheme } from '../model/security.ts';
import { formDecode, splitForm } from './decode-body.ts';
import { headerOf, type ReceivedRequest } from './exchange.ts';

type Schemes = ApiModel['securitySchemes'];

/** Names of the headers, query parameters and cookies in which the schemes of an API put credentials. */
export interface CredentialNames {
  /** In lower case. */
  readonly headers: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
  readonly cookies: ReadonlySet<string>;
}

/** Where an API's credentials stand. `Authorization` is always among the headers. */
export function credentialNamesOf(schemes: Schemes): CredentialNames {
  const keys = Object.values(schemes).filter((scheme) => scheme.type === 'apiKey');
  const namesIn = (place: 'header' | 'query' | 'cookie'): readonly string[] =>
    keys.filter((key) => key.in === place).map(({ name }) => name);
  return {
    headers: new Set([
      'authorization',
      'proxy-authorization',
      ...namesIn('header').map((name) => name.toLowerCase()),
    ]),
    query: new Set(namesIn('query')),
    cookies: new Set(namesIn('cookie')),
  };
}

/**
 * Whether a request carries the credentials of one alternative (rule K1). Only that they are there and of the
 * right kind is looked at: a mock knows no secrets. A client certificate cannot be seen and counts as given.
 *
 * @returns One sentence that says what is missing, or `undefined`.
 */
export function missingCredentials(
  request: ReceivedRequest,
  { security }: Operation,
  schemes: Schemes,
): string | undefined {
  if (security.length === 0) return undefined;
  const satisfied = security.some((requirement) =>
    requirement.schemes.every(({ scheme: name }) => {
      const scheme = ownValue(schemes, name);
      // A requirement that names no scheme of the document asks for nothing that could be looked for.
      return scheme === undefined || carries(request, scheme);
    }),
  );
  if (satisfied) return undefined;
  return `the request has no credentials for ${security.map(describe).join(', or ')}`;
}

function describe({ schemes }: SecurityRequirement): string {
  return schemes.map(({ scheme }) => scheme).join(' and ');
}

function carries(request: ReceivedRequest, scheme: SecurityScheme): boolean {
  switch (scheme.type) {
    case 'apiKey':
      return carriesKey(request, scheme);
    case 'http':
      return scheme.scheme === 'none' || hasAuthorization(request, scheme.scheme);
    case 'oauth2':
    case 'openIdConnect':
      return hasAuthorization(request, 'bearer');
    case 'mutualTLS':
      return true;
  }
}

function carriesKey(
  request: ReceivedRequest,
  { in: place, name }: Extract<SecurityScheme, { readonly type: 'apiKey' }>,
): boolean {
  switch (place) {
    case 'header':
      return headerOf(request, name.toLowerCase()) !== undefined;
    case 'query':
      return splitForm(request.target.split('?')[1] ?? '').some(
        ([key]) => formDecode(key) === name,
      );
    case 'cookie':
      return (headerOf(request, 'cookie') ?? '')
        .split(';')
        .some((pair) => pair.trim().startsWith(`${name}=`));
  }
}

function hasAuthorization(request: ReceivedRequest, scheme: string): boolean {
  const [given = ''] = (headerOf(request, 'authorization') ?? '').split(' ');
  return given.toLowerCase() === scheme;
}
