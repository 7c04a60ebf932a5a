import { describe, expect, it } from 'vitest';
import { createCallerCredentials } from '../../../src/runtime/middleware/auth/caller-credentials.ts';
import type { RequestPlan } from '../../../src/runtime/request/plan.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import { startAuthorizationServer, testResource } from '../../support/authorization-server.ts';
import { findCanaries } from '../../support/canaries.ts';
import type { FakeUpstream } from '../../support/fake-upstream.ts';
import { createFakeUpstream } from '../../support/fake-upstream.ts';
import type { PostAnswer } from '../../support/http-bridge.ts';
import { post, rpc, startHttp } from '../../support/http-bridge.ts';

const call = (name: string): Record<string, unknown> =>
  rpc('tools/call', { name, arguments: { id: '1' } });

const artifact = artifactOf({
  document: {
    securitySchemes: {
      idp: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: {} } },
        deprecated: false,
      },
      key: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false },
    },
  },
  tools: [
    toolOf({ name: 'asUser', security: [{ schemes: [{ scheme: 'idp', scopes: ['things'] }] }] }),
    toolOf({ name: 'withKey', security: [{ schemes: [{ scheme: 'key', scopes: [] }] }] }),
  ],
});

const bodyOf = ({ body }: RequestPlan): URLSearchParams =>
  new URLSearchParams(body.kind === 'bytes' ? Buffer.from(body.bytes).toString('utf8') : '');

/** An authorization server of the upstream that knows callers by their tokens, and the upstream, which says all back. */
function upstreamOf(): FakeUpstream {
  const known: string[] = [];
  return createFakeUpstream((plan) => {
    if (!plan.url.startsWith('https://id.example/')) {
      return { body: { headers: plan.headers, target: plan.target } };
    }
    const subject = bodyOf(plan).get('subject_token') ?? '';
    if (!known.includes(subject)) known.push(subject);
    const token = `exchanged-for-caller-${known.indexOf(subject) + 1}-Qz9x`;
    return { body: { access_token: token, token_type: 'Bearer', expires_in: 60 } };
  });
}

interface Hosted {
  readonly upstream: FakeUpstream;
  readonly problems: readonly Error[];
  readonly audit: readonly string[];
  readonly sign: (subject: string) => Promise<string>;
  readonly ask: (
    name: string,
    token: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<PostAnswer>;
}

/** A hosted server: callers sign in with tokens of their own, and act as themselves upstream. */
async function host(): Promise<Hosted> {
  const authorization = await startAuthorizationServer();
  const upstream = upstreamOf();
  const audit: string[] = [];
  const own = {
    find: () => ({
      token: 'the-token-of-the-server',
      clientId: 'cid',
      clientSecret: 'sec-of-server',
    }),
  };
  const { url, problems } = await startHttp({
    upstream,
    bridge: {
      artifact,
      credentials: createCallerCredentials(own, [
        { document: 'shop', scheme: 'idp', exchange: true },
        { document: 'shop', scheme: 'key', header: 'x-shop-key' },
      ]),
      audit: {
        write: (line) => {
          audit.push(line);
          return Promise.resolve();
        },
        close: () => Promise.resolve(),
      },
    },
    http: {
      publicUrl: testResource,
      callerHeaders: ['x-shop-key'],
      signIn: {
        issuers: [{ issuer: authorization.issuer }],
        staticTokens: [{ name: 'robot', token: 'static-token-of-a-robot' }],
      },
    },
  });
  return {
    upstream,
    problems,
    audit,
    sign: (subject) => authorization.sign({ claims: { sub: subject } }),
    ask: (name, token, headers = {}) =>
      post(url, call(name), { authorization: `Bearer ${token}`, ...headers }),
  };
}

const sentTo = ({ plans }: FakeUpstream, origin: string): readonly RequestPlan[] =>
  plans.filter((plan) => plan.origin === origin);

const headerOf = (plan: RequestPlan | undefined, name: string): string | undefined =>
  plan?.headers.find(([key]) => key === name)?.[1];

describe('callers of a hosted server', () => {
  it('K6 act as themselves, with tokens that were exchanged for theirs, each once', async () => {
    const { upstream, sign, ask } = await host();
    const [alice, bob] = [await sign('alice'), await sign('bob')];
    for (const token of [alice, bob, alice]) {
      expect((await ask('asUser', token)).message.result?.isError).toBeFalsy();
    }
    expect(
      sentTo(upstream, 'https://id.example').map((plan) => bodyOf(plan).get('subject_token')),
    ).toEqual([alice, bob]);
    expect(
      sentTo(upstream, 'https://shop.example').map((plan) => headerOf(plan, 'Authorization')),
    ).toEqual([
      'Bearer exchanged-for-caller-1-Qz9x',
      'Bearer exchanged-for-caller-2-Qz9x',
      'Bearer exchanged-for-caller-1-Qz9x',
    ]);
  });

  it('K6 without an identity at an authorization server are nobody upstream', async () => {
    const { upstream, ask } = await host();
    const { message } = await ask('asUser', 'static-token-of-a-robot');
    expect(message.result?.isError).toBe(true);
    expect(message.result?.content?.[0]?.text).toMatch(/signed in with an authorization server/);
    expect(upstream.plans).toEqual([]);
  });

  it('U99 U100 bring a key in the header that is named, and in no other', async () => {
    const { upstream, sign, ask } = await host();
    const token = await sign('alice');
    const without = await ask('withKey', token, { 'x-key': 'key-of-alice-Qz9x' });
    expect(without.message.result?.content?.[0]?.text).toMatch(/header x-shop-key/);
    await ask('withKey', token, { 'x-shop-key': 'key-of-alice-Qz9x' });
    expect(
      upstream.plans.map(({ headers }) =>
        headers.filter(([name]) => /^(?:x-key|authorization|x-shop-key)$/i.test(name)),
      ),
    ).toEqual([[['X-Key', 'key-of-alice-Qz9x']]]);
  });

  it('U99 never send their MCP token upstream, and see no secret that the upstream says back', async () => {
    const { upstream, problems, audit, sign, ask } = await host();
    const token = await sign('alice');
    const answers = [
      await ask('asUser', token),
      await ask('withKey', token, { 'x-shop-key': 'key-of-alice-Qz9x' }),
      await ask('withKey', token),
    ];
    const sent = JSON.stringify(
      sentTo(upstream, 'https://shop.example').map(({ url, headers, body }) => [
        url,
        headers,
        body,
      ]),
    );
    expect(sent).not.toContain(token);
    const canaries = [
      { name: 'MCP token', value: token },
      { name: 'exchanged token', value: 'exchanged-for-caller-1-Qz9x' },
      { name: 'key', value: 'key-of-alice-Qz9x' },
      { name: 'own token', value: 'the-token-of-the-server' },
    ];
    expect(
      findCanaries(canaries, [
        ...answers.map(({ text }, index) => ({ place: `answer ${index}`, text })),
        { place: 'problems', text: problems.join('\n') },
        { place: 'audit', text: audit.join('\n') },
      ]),
    ).toEqual([]);
    expect(audit.join('\n')).toContain('alice');
    expect(answers[0]?.text).toContain('[redacted]');
  });
});
