import type { ArtifactDocument } from '../../../model/artifact.ts';
import { ownValue } from '../../../model/json.ts';
import type { SecurityRequirement } from '../../../model/security.ts';
import type { AppliedCredential } from '../../call.ts';
import { applyScheme } from './apply-scheme.ts';
import type { CredentialQuery, CredentialSource } from './credential-source.ts';
import type { AppliedScheme, SchemeProblem } from './scheme-use.ts';
import type { TokenProvider } from './token-provider.ts';

/** What is known about the operation whose credentials are looked for. */
export interface SelectionContext<S> {
  readonly document: Pick<ArtifactDocument, 'environmentPrefix' | 'securitySchemes'>;
  /** Namespace of the document. */
  readonly namespace: string;
  /** Alternatives in document order. */
  readonly security: readonly SecurityRequirement[];
  /** The only origin that credentials may be sent to (rule K7). */
  readonly origin: string;
  /** The URL of the server; relative URLs of schemes start from it. */
  readonly baseUrl: string;
  /** Whether the tool only reads, for servers with separate credentials. */
  readonly access: CredentialQuery<S>['access'];
  readonly source: CredentialSource<S>;
  readonly tokens?: TokenProvider;
  /** Every scope that tools of the document ask of a scheme (rule K5). */
  readonly scopesOf: (scheme: string) => readonly string[];
  /** The command that logs somebody in for a scheme, where there is one. */
  readonly loginCommand?: (scheme: string) => string;
}

/** A scheme of an alternative that keeps it from being used. */
export interface UnmetScheme {
  readonly scheme: string;
  readonly problem: SchemeProblem;
}

/** What was found. */
export type Selection =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'chosen'; readonly schemes: readonly UsableScheme[] }
  /** For each alternative, in document order, what it lacks. */
  | { readonly kind: 'none'; readonly unmet: readonly (readonly UnmetScheme[])[] };

/** A scheme that can be used, at once or after fetching a token. */
export type UsableScheme = Exclude<AppliedScheme, SchemeProblem>;

/**
 * Chooses the first alternative whose every scheme has a credential; `{}` counts last (rules K1, K2). An
 * operation without requirements, or with `{}` alone, sends nothing (rule K3).
 */
export async function selectCredentials<S>(
  context: SelectionContext<S>,
  session: S,
): Promise<Selection> {
  const unmet: (readonly UnmetScheme[])[] = [];
  for (const { schemes } of context.security) {
    if (schemes.length === 0) continue;
    const usable: UsableScheme[] = [];
    const lacking: UnmetScheme[] = [];
    for (const { scheme } of schemes) {
      const applied = await applyNamed(context, scheme, session);
      if (applied.kind === 'ready' || applied.kind === 'token') usable.push(applied);
      else lacking.push({ scheme, problem: applied });
    }
    const settled = shareToken(usable, lacking, context.document);
    if (settled.lacking.length === 0) {
      const clash = findClash(settled.usable);
      if (clash === undefined) return { kind: 'chosen', schemes: settled.usable };
      unmet.push([clash]);
    } else {
      unmet.push(settled.lacking);
    }
  }
  const anonymous = unmet.length < context.security.length || context.security.length === 0;
  return anonymous ? { kind: 'anonymous' } : { kind: 'none', unmet };
}

async function applyNamed<S>(
  { document, namespace, origin, baseUrl, access, source, tokens, scopesOf }: SelectionContext<S>,
  name: string,
  session: S,
): Promise<AppliedScheme> {
  // Only schemes that import knew are honored: a name that looks like a URI leads nowhere (rule K7).
  const definition = ownValue(document.securitySchemes, name);
  if (definition === undefined) {
    return { kind: 'unusable', message: `The document describes no scheme "${name}".` };
  }
  const found = await source.find({
    document: namespace,
    scheme: name,
    definition,
    access,
    session,
  });
  const parts = found ?? {};
  const use = { name, definition, parts, origin, baseUrl, scopes: () => scopesOf(name) };
  return applyScheme(use, tokens);
}

/**
 * A request has one `Authorization` header, so that several schemes of one alternative that end as a bearer token
 * can only mean the same one: the token of any of them stands for all.
 */
function shareToken(
  usable: readonly UsableScheme[],
  lacking: readonly UnmetScheme[],
  { securitySchemes }: SelectionContext<unknown>['document'],
): { readonly usable: readonly UsableScheme[]; readonly lacking: readonly UnmetScheme[] } {
  const isBearer = (name: string): boolean => {
    const definition = ownValue(securitySchemes, name);
    if (definition?.type === 'http') return definition.scheme.toLowerCase() === 'bearer';
    return definition?.type === 'oauth2' || definition?.type === 'openIdConnect';
  };
  const bearers = usable.filter((applied) =>
    placesOf(applied).some(({ scheme }) => isBearer(scheme)),
  );
  const [first] = bearers;
  if (first === undefined) return { usable, lacking };
  return {
    usable: usable.filter(
      (applied) => applied === first || !bearers.includes(applied) || !isSameValue(applied, first),
    ),
    lacking: lacking.filter(
      ({ scheme, problem }) => problem.kind !== 'missing' || !isBearer(scheme),
    ),
  };
}

function isSameValue(left: UsableScheme, right: UsableScheme): boolean {
  return (
    left.kind === 'ready' &&
    right.kind === 'ready' &&
    left.credentials[0]?.value === right.credentials[0]?.value
  );
}

/** Two schemes of one alternative that want the same header, parameter or cookie cannot both be sent. */
function findClash(schemes: readonly UsableScheme[]): UnmetScheme | undefined {
  if (schemes.length === 1) return undefined;
  const taken = new Map<string, string>();
  for (const { scheme, place } of schemes.flatMap(placesOf)) {
    const other = taken.get(place);
    if (other !== undefined) {
      const message = `The schemes "${other}" and "${scheme}" both need the ${place}.`;
      return { scheme, problem: { kind: 'unusable', message } };
    }
    taken.set(place, scheme);
  }
  return undefined;
}

function placesOf(
  applied: UsableScheme,
): readonly { readonly scheme: string; readonly place: string }[] {
  if (applied.kind === 'token') {
    return [{ scheme: applied.use.name, place: 'header authorization' }];
  }
  return applied.credentials.map((credential) => ({
    scheme: credential.scheme,
    place: placeOf(credential),
  }));
}

function placeOf(credential: AppliedCredential): string {
  const name = credential.in === 'header' ? credential.name.toLowerCase() : credential.name;
  return `${credential.in} ${name}`;
}
