import type { BridgeArtifact } from '../../../src/model/artifact.ts';
import type { CredentialOption, CredentialPart } from '../../../src/model/environment.ts';
import {
  accessKinds,
  credentialOptions,
  credentialVariable,
  credentialVariables,
} from '../../../src/model/environment.ts';
import { BridgeError } from '../../../src/model/errors.ts';
import type { SecurityScheme } from '../../../src/model/security.ts';
import type {
  ClientAuthenticationMethod,
  CredentialParts,
  CredentialQuery,
  CredentialSource,
  LoginKey,
  LoginStore,
  StoredLogin,
} from '../../../src/runtime/index.ts';
import { takesLogin } from '../../../src/runtime/index.ts';
import { readWord } from '../variable-values.ts';
import type { SecretContext, SecretValue } from './secret-value.ts';
import { secretValue } from './secret-value.ts';

/** What the credentials of a server are read with. */
export interface CredentialContext extends SecretContext {
  /** Where people have logged in, if anywhere. */
  readonly logins?: LoginStore;
}

/** What each secret part fills. */
const secretFields = {
  TOKEN: 'token',
  API_KEY: 'apiKey',
  USERNAME: 'username',
  PASSWORD: 'password',
  CLIENT_ID: 'clientId',
  CLIENT_SECRET: 'clientSecret',
  CLIENT_KEY: 'clientKey',
} as const;

type SecretField = (typeof secretFields)[keyof typeof secretFields];
type Secrets = Partial<Record<SecretField, SecretValue>>;

const clientAuthWords: readonly ClientAuthenticationMethod[] = [
  'basic',
  'body',
  'private_key_jwt',
  'tls',
  'none',
];

/** Fields that are of use together; of several ways to get in, the first that is configured is taken. */
const ways: readonly (readonly SecretField[])[] = [
  ['token', 'apiKey'],
  ['username', 'password'],
  ['clientId', 'clientSecret', 'clientKey'],
];

/**
 * The credentials that variables, files, commands and logins give (rule K6). `NAME_READ` and `NAME_WRITE` are for the
 * tools that only read, and for the others, and count before `NAME`.
 *
 * @throws BridgeError `configuration-invalid` for variables that cannot be used, `credential-source-failed` for a
 * file that cannot be read.
 */
export function createEnvironmentCredentials(
  artifact: BridgeArtifact,
  context: CredentialContext,
): CredentialSource<unknown> {
  const slots = new Map<string, Slot>();
  for (const [namespace, { environmentPrefix, securitySchemes }] of Object.entries(
    artifact.documents,
  )) {
    for (const [scheme, definition] of Object.entries(securitySchemes)) {
      for (const access of accessKinds) {
        const place = { prefix: environmentPrefix, scheme, definition, access };
        const key = slotKey(namespace, scheme, access === 'READ' ? 'read' : 'write');
        slots.set(key, createSlot(place, { document: namespace, scheme }, context));
      }
    }
  }
  const slotOf = ({ document, scheme, access }: CredentialQuery<unknown>): Slot | undefined =>
    slots.get(slotKey(document, scheme, access));
  return {
    find: (query) => slotOf(query)?.find(),
    peek: (query) => slotOf(query)?.peek(),
  };
}

function slotKey(document: string, scheme: string, access: 'read' | 'write'): string {
  return JSON.stringify([document, scheme, access]);
}

/** The credential of one scheme for one kind of tools. */
interface Slot {
  find(): CredentialParts | Promise<CredentialParts>;
  peek(): CredentialParts | Promise<CredentialParts>;
}

/** Which variables are read. */
interface SlotPlace {
  readonly prefix: string;
  readonly scheme: string;
  readonly definition: SecurityScheme;
  readonly access: (typeof accessKinds)[number];
}

function createSlot(place: SlotPlace, key: LoginKey, context: CredentialContext): Slot {
  const secrets = secretsAt(place, context);
  const options = optionsAt(place, context);
  const fixed = fixedParts(secrets, options);
  const usesLogin = secrets.token === undefined && takesLogin(place.definition);
  const login = usesLogin ? createLoginReader(key, context) : undefined;
  if (fixed !== undefined && login === undefined) return { find: () => fixed, peek: () => fixed };

  async function withLogin(parts: CredentialParts): Promise<CredentialParts> {
    const found = await login?.();
    return found === undefined ? parts : { ...parts, login: found };
  }

  return {
    find: () => orProblem(async () => withLogin(await currentParts(secrets, options))),
    peek: () => orProblem(() => withLogin(peekedParts(secrets, options))),
  };
}

/** A login is looked for again after this time: somebody may log in while the server runs. */
const loginHoldsMs = 1_000;

/** Reads what is stored of a login; `undefined` where there is no place for logins. */
function createLoginReader(
  key: LoginKey,
  { logins, clock, tell }: CredentialContext,
): (() => Promise<StoredLogin | undefined>) | undefined {
  if (logins === undefined) return undefined;
  let kept: { readonly login: Promise<StoredLogin | undefined>; readonly at: number } | undefined;

  async function read(store: LoginStore): Promise<StoredLogin | undefined> {
    const login = await store.read(key);
    for (const secret of [login?.accessToken, login?.refreshToken, login?.clientSecret]) {
      if (secret !== undefined) tell(secret);
    }
    return login;
  }

  return () => {
    if (kept === undefined || clock.elapsed() - kept.at >= loginHoldsMs) {
      kept = { login: read(logins), at: clock.elapsed() };
    }
    return kept.login;
  };
}

/** A source that fails is one reason why a call cannot be made, not a fault of the server. */
async function orProblem(find: () => Promise<CredentialParts>): Promise<CredentialParts> {
  try {
    return await find();
  } catch (thrown) {
    if (!(thrown instanceof BridgeError)) throw thrown;
    return {
      problem: thrown.fix === undefined ? thrown.message : `${thrown.message} ${thrown.fix}`,
    };
  }
}

function secretsAt(place: SlotPlace, context: CredentialContext): Secrets {
  const { prefix, scheme, definition, access } = place;
  const parts = [
    ...credentialVariables(prefix, scheme, definition).map(({ part }) => part),
    ...credentialOptions(definition),
  ].filter(isSecretPart);
  const own: Secrets = {};
  const shared: Secrets = {};
  for (const part of parts) {
    const name = credentialVariable(prefix, scheme, part);
    const reading = isName(part) ? { ...context, tell: () => undefined } : context;
    const ownValue = secretValue(`${name}_${access}`, reading);
    const sharedValue = secretValue(name, reading);
    if (ownValue !== undefined) own[secretFields[part]] = ownValue;
    if (sharedValue !== undefined) shared[secretFields[part]] = sharedValue;
  }
  // A client for reading is not beaten by a token for everything.
  const ownWays = ways.filter((way) => way.some((field) => own[field] !== undefined));
  const taken = ownWays.length === 0 ? shared : pick(shared, ownWays.flat());
  return { ...taken, ...own };
}

function isSecretPart(part: CredentialPart | CredentialOption): part is keyof typeof secretFields {
  return Object.hasOwn(secretFields, part);
}

/** Names are no secrets: hiding them would blank ordinary texts. */
function isName(part: CredentialPart | CredentialOption): boolean {
  return part === 'USERNAME' || part === 'CLIENT_ID';
}

function pick(secrets: Secrets, fields: readonly SecretField[]): Secrets {
  const picked: Secrets = {};
  for (const field of fields) {
    const secret = secrets[field];
    if (secret !== undefined) picked[field] = secret;
  }
  return picked;
}

type Options = Pick<
  CredentialParts,
  'clientAuth' | 'scopes' | 'audience' | 'resource' | 'tokenUrl' | 'clientCertificate'
>;

function optionsAt(place: SlotPlace, context: CredentialContext): Options {
  const { prefix, scheme, definition, access } = place;
  const { read } = context;
  const valueOf = (part: CredentialPart | CredentialOption): string | undefined => {
    const name = credentialVariable(prefix, scheme, part);
    return read(`${name}_${access}`) ?? read(name);
  };
  if (definition.type === 'mutualTLS') {
    const isSet =
      valueOf('CLIENT_CERTIFICATE') ?? read('OPENAPI_MCP_CLIENT_CERTIFICATE') ?? undefined;
    return { clientCertificate: isSet !== undefined };
  }
  if (definition.type !== 'oauth2' && definition.type !== 'openIdConnect') return {};
  const auth = readWord(credentialVariable(prefix, scheme, 'CLIENT_AUTH'), clientAuthWords, () =>
    valueOf('CLIENT_AUTH'),
  );
  const [scopes, audience, resource, tokenUrl] = (
    ['SCOPES', 'AUDIENCE', 'RESOURCE', 'TOKEN_URL'] as const
  ).map(valueOf);
  return {
    ...(auth === undefined ? {} : { clientAuth: auth }),
    ...(scopes === undefined
      ? {}
      : { scopes: scopes.split(/[\s,]+/).filter((each) => each !== '') }),
    ...(audience === undefined ? {} : { audience }),
    ...(resource === undefined ? {} : { resource }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
  };
}

function entriesOf(secrets: Secrets): readonly (readonly [SecretField, SecretValue])[] {
  // The keys of this record are its fields.
  return Object.entries(secrets) as [SecretField, SecretValue][];
}

/** The parts, where all of them are known for good. */
function fixedParts(secrets: Secrets, options: Options): CredentialParts | undefined {
  const entries = entriesOf(secrets);
  if (entries.some(([, { fixed }]) => fixed === undefined)) return undefined;
  return { ...Object.fromEntries(entries.map(([field, { fixed }]) => [field, fixed])), ...options };
}

async function currentParts(secrets: Secrets, options: Options): Promise<CredentialParts> {
  const values = await Promise.all(
    entriesOf(secrets).map(async ([field, secret]) => ({
      field,
      secret,
      value: await secret.get(),
    })),
  );
  const changing = values.filter(({ secret }) => secret.fixed === undefined);
  return {
    ...Object.fromEntries(values.map(({ field, value }) => [field, value])),
    ...options,
    ...(changing.length === 0
      ? {}
      : {
          renew: async () => {
            const renewed = await Promise.all(
              // A source that fails has nothing else to offer.
              changing.map(({ secret, value }) => secret.renew(value).catch(() => false)),
            );
            return renewed.includes(true);
          },
        }),
  };
}

/** Stands for what is not known before a command has run. */
const unknownYet = '(not read yet)';

function peekedParts(secrets: Secrets, options: Options): CredentialParts {
  return {
    ...Object.fromEntries(
      entriesOf(secrets).map(([field, { fixed }]) => [field, fixed ?? unknownYet]),
    ),
    ...options,
  };
}
