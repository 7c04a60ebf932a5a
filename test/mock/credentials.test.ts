import { describe, expect, it } from 'vitest';
import {
  createMock,
  recordOf,
  type MockResult,
  type ReceivedRequest,
} from '../../src/mock/index.ts';
import type { ApiModel } from '../../src/model/api.ts';
import type { SecurityRequirement } from '../../src/model/security.ts';
import { apiOf, operationOf, responseOf } from '../support/api-builder.ts';

const securitySchemes: ApiModel['securitySchemes'] = {
  basic: { type: 'http', scheme: 'basic', deprecated: false },
  oauth: { type: 'oauth2', flows: {}, deprecated: false },
  header: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false },
  query: { type: 'apiKey', in: 'query', name: 'api key', deprecated: false },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid', deprecated: false },
  tls: { type: 'mutualTLS', deprecated: false },
  none: { type: 'http', scheme: 'none', deprecated: false },
};

const all = (...names: readonly string[]): SecurityRequirement => ({
  schemes: names.map((scheme) => ({ scheme, scopes: [] })),
});

const apiWith = (...security: readonly SecurityRequirement[]): ApiModel => ({
  ...apiOf({ operations: [operationOf({ security, responses: [responseOf('204')] })] }),
  securitySchemes,
});

const bare: ReceivedRequest = {
  method: 'GET',
  target: '/things',
  headers: [],
  body: new Uint8Array(),
};

const send = (api: ApiModel, request: Partial<ReceivedRequest>): MockResult =>
  createMock(api).handle({ ...bare, ...request });

describe('a mock asks for the credentials of one alternative (K1)', () => {
  it.each<[string, readonly SecurityRequirement[], Partial<ReceivedRequest>, number]>([
    ['none asked for', [], {}, 204],
    ['an empty alternative', [all('oauth'), all()], {}, 204],
    ['a missing token', [all('oauth')], {}, 401],
    ['a token', [all('oauth')], { headers: [['authorization', 'Bearer t']] }, 204],
    ['the wrong kind', [all('basic')], { headers: [['authorization', 'Bearer t']] }, 401],
    ['a key in a header', [all('header')], { headers: [['x-key', 'k']] }, 204],
    ['a key in the query', [all('query')], { target: '/things?api%20key=k' }, 204],
    ['a key in a cookie', [all('cookie')], { headers: [['cookie', 'a=1; sid=k']] }, 204],
    ['another cookie', [all('cookie')], { headers: [['cookie', 'side=k']] }, 401],
    ['one of two', [all('header', 'cookie')], { headers: [['x-key', 'k']] }, 401],
    ['the second choice', [all('oauth'), all('header')], { headers: [['x-key', 'k']] }, 204],
    ['a client certificate', [all('tls')], {}, 204],
    ['a scheme that is none', [all('none')], {}, 204],
  ])('%s', (_name, security, request, status) => {
    expect(send(apiWith(...security), request).answer.status).toBe(status);
  });

  it('says which are missing', () => {
    const { mismatches } = send(apiWith(all('basic', 'header'), all('oauth')), {});
    expect(mismatches).toEqual([
      {
        place: 'credentials',
        message: 'the request has no credentials for basic and header, or oauth',
      },
    ]);
  });
});

describe('the record of a request', () => {
  const record = (request: Partial<ReceivedRequest>): Record<string, unknown> => {
    const mock = createMock(apiWith());
    const received = { ...bare, ...request };
    return { ...recordOf(received, mock.handle(received), mock.credentials) };
  };

  it('holds what was received and what was made of it', () => {
    expect(
      record({ target: '/things?a=%41', headers: [['x-a', 'b']], body: Buffer.from('h\u00E9') }),
    ).toEqual({
      method: 'GET',
      target: '/things?a=%41',
      headers: [['x-a', 'b']],
      body: 'h\u00E9',
      operation: 'GET /things',
      decoded: {},
      status: 400,
      mismatches: [
        { place: 'query a', message: 'the document describes no such parameter' },
        { place: 'body', message: 'the document describes no body' },
      ],
    });
  });

  it('holds bytes that are no text as base64', () => {
    expect(record({ body: Buffer.from([0xff, 0x00]) })).toMatchObject({ bodyBase64: '/wA=' });
  });

  it('masks credentials and nothing else', () => {
    const shown = record({
      target: '/things?a=1&api%20key=s3cret&b=%2B',
      headers: [
        ['authorization', 'Bearer s3cret'],
        ['x-key', 's3cret'],
        ['cookie', 'a=1; sid=s3cret; b=2'],
        ['x-keys', 'seen'],
      ],
    });
    expect(JSON.stringify(shown)).not.toContain('s3cret');
    expect(shown).toMatchObject({
      target: '/things?a=1&api%20key=[redacted]&b=%2B',
      headers: [
        ['authorization', 'Bearer [redacted]'],
        ['x-key', '[redacted]'],
        ['cookie', 'a=1; sid=[redacted]; b=2'],
        ['x-keys', 'seen'],
      ],
    });
  });
});
