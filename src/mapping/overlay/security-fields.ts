import { staged, type Staged } from '../../model/diagnostic.ts';
import type {
  OAuthFlow,
  OAuthFlows,
  RequiredScheme,
  SecurityRequirement,
  SecurityScheme,
} from '../../model/security.ts';
import {
  anyText,
  badValue,
  type Check,
  flag,
  listOf,
  mapOf,
  oneOf,
  type Place,
  record,
  text,
  textLike,
  refine,
} from './check.ts';

/** A Security Scheme Object of OpenAPI 3.2 as it is written. */
interface WrittenScheme {
  readonly type?: SecurityScheme['type'];
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly in?: 'header' | 'query' | 'cookie';
  readonly name?: string;
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly flows?: OAuthFlows;
  readonly oauth2MetadataUrl?: string;
  readonly openIdConnectUrl?: string;
}

const url: Check<string> = (place) => {
  const written = text(place);
  if (!written.ok) return written;
  const parsed = URL.canParse(written.value) ? new URL(written.value) : undefined;
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
    ? written
    : badValue(place, 'is not an absolute http or https URL', 'Write the whole URL.');
};

const flow: Check<OAuthFlow> = refine(
  record<Partial<OAuthFlow>>({
    authorizationUrl: url,
    deviceAuthorizationUrl: url,
    tokenUrl: url,
    refreshUrl: url,
    scopes: mapOf(anyText),
  }),
  ({ scopes = {}, ...urls }) => staged<OAuthFlow>({ ...urls, scopes }),
);

const flows: Check<OAuthFlows> = record<OAuthFlows>({
  implicit: flow,
  password: flow,
  clientCredentials: flow,
  authorizationCode: flow,
  deviceAuthorization: flow,
});

const token = textLike(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'a token of RFC 9110');

/** A security scheme that the document does not have, written as in OpenAPI 3.2. */
export const securitySchemeCheck: Check<SecurityScheme> = refine(
  record<WrittenScheme>({
    type: oneOf(['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS']),
    description: anyText,
    deprecated: flag,
    in: oneOf(['header', 'query', 'cookie']),
    name: text,
    scheme: token,
    bearerFormat: text,
    flows,
    oauth2MetadataUrl: url,
    openIdConnectUrl: url,
  }),
  completeScheme,
);

function completeScheme(written: WrittenScheme, place: Place): Staged<SecurityScheme> {
  const common = {
    ...(written.description === undefined ? {} : { description: written.description }),
    deprecated: written.deprecated ?? false,
  };
  const missing = (key: string): Staged<SecurityScheme> =>
    badValue(place, `has no ${key}`, `Give the security scheme its ${key}.`);
  if (written.type === undefined) return missing('type');
  switch (written.type) {
    case 'apiKey':
      if (written.in === undefined) return missing('in');
      if (written.name === undefined) return missing('name');
      return staged({ type: 'apiKey', ...common, in: written.in, name: written.name });
    case 'http':
      if (written.scheme === undefined) return missing('scheme');
      return staged({
        type: 'http',
        ...common,
        scheme: written.scheme.toLowerCase(),
        ...(written.bearerFormat === undefined ? {} : { bearerFormat: written.bearerFormat }),
      });
    case 'oauth2':
      if (written.flows === undefined) return missing('flows');
      return staged({
        type: 'oauth2',
        ...common,
        flows: written.flows,
        ...(written.oauth2MetadataUrl === undefined
          ? {}
          : { metadataUrl: written.oauth2MetadataUrl }),
      });
    case 'openIdConnect':
      if (written.openIdConnectUrl === undefined) return missing('openIdConnectUrl');
      return staged({
        type: 'openIdConnect',
        ...common,
        openIdConnectUrl: written.openIdConnectUrl,
      });
    case 'mutualTLS':
      return staged({ type: 'mutualTLS', ...common });
  }
}

/** `security` as in OpenAPI: alternatives, each with all the schemes it needs. */
export const securityCheck: Check<readonly SecurityRequirement[]> = listOf(
  refine(mapOf(listOf(text)), (requirement) =>
    staged<SecurityRequirement>({
      schemes: Object.entries(requirement).map(([scheme, scopes]): RequiredScheme => ({
        scheme,
        scopes,
      })),
    }),
  ),
);
