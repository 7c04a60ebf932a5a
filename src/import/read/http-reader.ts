import { isIP } from 'node:net';
import { isPublicAddress } from './address-policy.ts';
import { explainAnswer } from './answers.ts';
import { explainError } from './failures.ts';
import type { ReadFailure, ReadOutcome } from './outcome.ts';
import { readFailure, tooLarge } from './outcome.ts';
import type { HttpAnswer, ReadLimits, ReadPorts } from './ports.ts';
import { displayUrl, documentUri, isAllowedHost, parseUrl } from './url-names.ts';

/** What reading from URLs needs to know. */
export interface HttpContext {
  readonly ports: ReadPorts;
  readonly limits: ReadLimits;
  /** Extra headers for the origin of the entry document alone. */
  readonly headers: Readonly<Record<string, string>>;
  /** Hosts that references may lead to. */
  readonly allowedHosts: readonly string[];
}

/** The origins that belong to the user's own URL. */
export interface EntryOrigins {
  /** The origin that the user named; it alone gets the extra headers. */
  readonly named: string;
  /** The origin that answered, after redirects. */
  readonly answered: string;
  /** The extra headers, with the credentials of the URL. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Permission for one request: refused, or with the addresses that it may connect to. */
type Permission = ReadFailure | { readonly ok: true; readonly addresses?: readonly string[] };

/** One document to fetch. */
interface Fetch {
  readonly url: URL;
  /** The headers of a request to this URL. */
  headersFor(url: URL): Readonly<Record<string, string>>;
  /** Asked before every request, so again after every redirect. */
  permit(url: URL, previous: URL | undefined): Promise<Permission>;
}

const accept =
  'application/vnd.oai.openapi+json, application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5';

/**
 * Fetches the entry document. The user's own URL is trusted, wherever it leads on its own host; a redirect
 * to another host must be secure and public, and gets none of the extra headers (report U94, U96).
 */
export async function fetchEntry(
  written: string,
  context: HttpContext,
): Promise<{ readonly outcome: ReadOutcome; readonly origins?: EntryOrigins }> {
  const url = parseUrl(written);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return {
      outcome: readFailure('unreadable', 'This is no http or https URL.', 'Check the URL.'),
    };
  }
  const badHeader = invalidHeader(context.headers);
  if (badHeader !== undefined) return { outcome: badHeader };
  const headers = { ...basicCredentials(url), ...context.headers };
  const named = url.origin;
  const { outcome, finalUrl } = await fetchDocument(
    {
      url,
      headersFor: (target) => (target.origin === named ? headers : {}),
      permit: async (target, previous) =>
        previous === undefined || target.hostname === url.hostname
          ? permitScheme(target, previous)
          : permitPublic(target, context),
    },
    context,
  );
  return { outcome, origins: { named, answered: finalUrl.origin, headers } };
}

/** Where a reference stands. */
export interface ReferenceSite {
  /** URI of the document that refers. */
  readonly referrer: string;
  /** The origins of the entry document, where it came from a URL. */
  readonly entry: EntryOrigins | undefined;
}

/**
 * Fetches a referenced document if the policy of rule L6 lets it: documents of the entry's own origin may
 * refer to each other, everything else must be allowed, secure and public.
 */
export async function fetchReference(
  uri: string,
  { referrer, entry }: ReferenceSite,
  context: HttpContext,
): Promise<ReadOutcome> {
  const url = new URL(uri);
  const isOwn = ({ origin }: URL): boolean => origin === entry?.answered || origin === entry?.named;
  const referrerUrl = parseUrl(referrer);
  const amongOwn = isOwn(url) && referrerUrl !== undefined && isOwn(referrerUrl);
  const { outcome } = await fetchDocument(
    {
      url,
      headersFor: (target) => (target.origin === entry?.named ? entry.headers : {}),
      permit: async (target) => {
        if (amongOwn && isOwn(target)) return { ok: true };
        if (target.host !== url.host) return redirectRefused(target);
        return permitReference(target, context);
      },
    },
    context,
  );
  return outcome;
}

async function permitReference(url: URL, context: HttpContext): Promise<Permission> {
  if (!isAllowedHost(url, context.allowedHosts)) {
    return readFailure(
      'refused',
      `${displayUrl(url)} is on another host, and references to ${url.host} are not allowed.`,
      `Allow the host with --allow-remote-refs ${url.host}, or download the document.`,
    );
  }
  return permitPublic(url, context);
}

/** Permits an https URL whose host has public addresses only, and pins them for the connection. */
async function permitPublic(url: URL, context: HttpContext): Promise<Permission> {
  if (url.protocol !== 'https:') {
    return readFailure(
      'refused',
      `${displayUrl(url)} is not secure; other hosts are read by https alone.`,
      'Use an https URL, or download the document.',
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  try {
    const addresses = isIP(host) === 0 ? await context.ports.resolveHost(host) : [host];
    if (addresses.length > 0 && addresses.every(isPublicAddress)) return { ok: true, addresses };
  } catch (thrown) {
    return explainError(displayUrl(url), thrown);
  }
  return readFailure(
    'refused',
    `${displayUrl(url)} leads to an address inside a private network.`,
    'Download the document and refer to the file.',
  );
}

function permitScheme(url: URL, previous: URL | undefined): Permission {
  if (previous?.protocol !== 'https:' || url.protocol === 'https:') return { ok: true };
  return readFailure(
    'refused',
    `${displayUrl(previous)} redirects from https to http.`,
    'Give an https URL, or download the document.',
  );
}

function redirectRefused(target: URL): ReadFailure {
  return readFailure(
    'refused',
    `The reference is redirected to another host, ${displayUrl(target)}.`,
    'Refer to that URL directly.',
  );
}

async function fetchDocument(
  fetch: Fetch,
  context: HttpContext,
): Promise<{ readonly outcome: ReadOutcome; readonly finalUrl: URL }> {
  const deadline = Date.now() + context.limits.timeoutMs;
  let { url } = fetch;
  let previous: URL | undefined;
  for (let hop = 0; hop <= context.limits.maxRedirects; hop += 1) {
    const permission = await fetch.permit(url, previous);
    if (!permission.ok) return { outcome: permission, finalUrl: url };
    const answer = await send(url, { fetch, context, permission, deadline });
    if ('ok' in answer) return { outcome: answer, finalUrl: url };
    const next = redirectTarget(url, answer);
    if (next === undefined) return { outcome: finish(url, answer, context.limits), finalUrl: url };
    previous = url;
    url = next;
  }
  return {
    outcome: readFailure(
      'unreadable',
      `${displayUrl(fetch.url)} redirects more than ${context.limits.maxRedirects} times.`,
      'Give the URL that the redirects end at.',
    ),
    finalUrl: url,
  };
}

interface SendContext {
  readonly fetch: Fetch;
  readonly context: HttpContext;
  readonly permission: { readonly addresses?: readonly string[] };
  readonly deadline: number;
}

async function send(url: URL, sending: SendContext): Promise<HttpAnswer | ReadFailure> {
  const { fetch, context, permission, deadline } = sending;
  const target = new URL(url);
  target.username = '';
  target.password = '';
  target.hash = '';
  try {
    return await context.ports.fetch({
      url: target.href,
      headers: { accept, 'user-agent': 'openapi-mcp', ...lowerCaseNames(fetch.headersFor(url)) },
      ...(permission.addresses === undefined ? {} : { addresses: permission.addresses }),
      maxBytes: context.limits.maxDocumentBytes,
      timeoutMs: Math.max(1, deadline - Date.now()),
    });
  } catch (thrown) {
    return explainError(displayUrl(url), thrown);
  }
}

function redirectTarget(url: URL, answer: HttpAnswer): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(answer.status) || answer.location === undefined) {
    return undefined;
  }
  const target = parseUrl(answer.location, url.href);
  return target !== undefined && /^https?:$/.test(target.protocol) ? target : undefined;
}

function finish(url: URL, answer: HttpAnswer, limits: ReadLimits): ReadOutcome {
  const name = displayUrl(url);
  if (answer.body.length > limits.maxDocumentBytes) return tooLarge(name, limits.maxDocumentBytes);
  const failure = explainAnswer(name, answer);
  if (failure !== undefined) return failure;
  const uri = documentUri(url);
  return { ok: true, document: { uri, base: uri, name, bytes: answer.body } };
}

function basicCredentials(url: URL): Readonly<Record<string, string>> {
  if (url.username === '' && url.password === '') return {};
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Refuses a header that HTTP does not allow (RFC 9110 §5), naming its name but never its value. */
function invalidHeader(headers: Readonly<Record<string, string>>): ReadFailure | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      return readFailure(
        'unreadable',
        `The header ${JSON.stringify(name)} for fetching the document is not legal in HTTP.`,
        'Write it as "Name: value" on one line.',
      );
    }
  }
  return undefined;
}
