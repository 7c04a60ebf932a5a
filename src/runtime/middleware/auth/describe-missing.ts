import type { CredentialOption, CredentialPart } from '../../../model/environment.ts';
import { credentialVariable, credentialVariables } from '../../../model/environment.ts';
import { ownValue } from '../../../model/json.ts';
import { takesLogin, tokenEndpoint } from './apply-token.ts';
import type { SelectionContext, UnmetScheme } from './select-credentials.ts';
import type { TokenFault } from './token-provider.ts';

/** What the texts need to know about a server. */
export type DescribedServer = Pick<SelectionContext<unknown>, 'document' | 'loginCommand'>;

/** What the person who runs the server has to set or run, for each alternative; names variables, never values. */
export function describeUnmet(
  server: DescribedServer,
  unmet: readonly (readonly UnmetScheme[])[],
): string {
  const problems = new Set<string>();
  const settings: string[] = [];
  for (const schemes of unmet) {
    for (const { problem } of schemes) {
      if (problem.kind === 'unusable') problems.add(problem.message);
    }
    if (schemes.every(({ problem }) => problem.kind === 'missing')) {
      settings.push(schemes.map((lacking) => waysOf(server, lacking)).join(' and '));
    }
  }
  const set = settings.length === 0 ? [] : [`Set ${settings.join('; or ')}.`];
  return [...problems, ...set].join(' ');
}

/** What the person who runs the server can do about a token that could not be had; empty for nothing in particular. */
export function adviseOnToken(server: DescribedServer, scheme: string, fault: TokenFault): string {
  const variable = (part: CredentialPart | CredentialOption): string =>
    credentialVariable(server.document.environmentPrefix, scheme, part);
  switch (fault) {
    case 'client':
      return (
        `The person who runs the server can look after ${variable('CLIENT_ID')} and ${variable('CLIENT_SECRET')}; ` +
        `where the authorization server wants them in the body, ${variable('CLIENT_AUTH')}=body does it.`
      );
    case 'request':
      return (
        'The person who runs the server can say what to ask for with ' +
        `${variable('SCOPES')}, ${variable('AUDIENCE')} and ${variable('RESOURCE')}.`
      );
    case 'endpoint':
      return `The person who runs the server can name the right one with ${variable('TOKEN_URL')}.`;
    case 'login': {
      const command = server.loginCommand?.(scheme);
      return command === undefined
        ? `The person who runs the server has to log in again, or set ${variable('TOKEN')}.`
        : `The person who runs the server has to log in again: ${command}`;
    }
    case 'caller':
      return 'The caller has to sign in again.';
    case 'unavailable':
      return 'Calling again later may help.';
    case 'cancelled':
      return '';
  }
}

/** `SHOP_KEY_API_KEY (scheme "key")`; several variables of one scheme are joined as they are needed. */
function waysOf(server: DescribedServer, { scheme, problem }: UnmetScheme): string {
  const { document } = server;
  const definition = ownValue(document.securitySchemes, scheme);
  if (definition === undefined) return `a credential (scheme "${scheme}")`;
  const variables = credentialVariables(document.environmentPrefix, scheme, definition);
  const fetchesTokens = tokenEndpoint(definition) !== undefined;
  const withEnding = (...endings: readonly string[]): string =>
    variables
      .filter(({ part }) => endings.includes(part))
      .map(({ name }) => name)
      .join(' and ');
  if (problem.kind === 'missing' && problem.client === true) {
    return `${withEnding('CLIENT_ID', 'CLIENT_SECRET')} (scheme "${scheme}")`;
  }
  const ways = [
    withEnding('TOKEN', 'API_KEY'),
    withEnding('USERNAME', 'PASSWORD'),
    withEnding('CLIENT_CERTIFICATE', 'CLIENT_KEY'),
    ...(fetchesTokens ? [withEnding('CLIENT_ID', 'CLIENT_SECRET')] : []),
  ].filter((way) => way !== '');
  const command = takesLogin(definition) ? server.loginCommand?.(scheme) : undefined;
  const login = command === undefined ? '' : `, or run \`${command}\``;
  return `${ways.join(', or ')} (scheme "${scheme}")${login}`;
}
