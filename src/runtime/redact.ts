import { percentEncode, secretForms } from './secret-forms.ts';

/** What stands where a secret stood. Without quotes or backslashes, so that JSON text stays JSON. */
const redactionMark = '[redacted]';

/** Takes secrets out of texts. */
export interface TextRedactor {
  /**
   * Replaces every known secret in every form in which it may come back: as it is, percent-encoded, in Base64
   * at any offset, escaped for JSON or HTML. Anything else stays as it is, and JSON text stays JSON text.
   */
  redact(text: string): string;
  /**
   * {@link TextRedactor.redact}, and besides the values of credential headers, of keys in queries, and of passwords
   * in URLs, known or not. For messages, logs and error texts, where losing an innocent value does no harm.
   */
  scrub(text: string): string;
}

/** The one place where secrets are taken out of texts (rule R11). */
export interface Redactor extends TextRedactor {
  /** Makes a secret known, for instance a token just fetched. A leading `Bearer ` or the like is left out of it. */
  add(secret: string): void;
  /** Forgets a secret that was added once; one added several times stays until each is removed. */
  remove(secret: string): void;
  /** A redactor that knows these secrets too, for the texts of one call: its tokens may be fetched, or its caller's own. */
  including(secrets: readonly string[]): TextRedactor;
}

/** What else a {@link Redactor} looks for. */
export interface RedactorOptions {
  /** Names of query parameters that hold credentials, beside the usual ones. */
  readonly queryKeys?: Iterable<string>;
}

/** A redactor that knows these secrets. Secrets of fewer than six characters would blank ordinary text and are not searched. */
export function createRedactor(
  secrets: Iterable<string> = [],
  options: RedactorOptions = {},
): Redactor {
  const counts = new Map<string, number>();
  const patterns = scrubPatterns(options.queryKeys ?? []);
  let search: SecretSearch | undefined;

  function add(secret: string): void {
    const bare = withoutScheme(secret);
    counts.set(bare, (counts.get(bare) ?? 0) + 1);
    search = undefined;
  }

  function redact(text: string): string {
    if (counts.size === 0) return text;
    search ??= createSearch(counts.keys());
    return search(text);
  }

  function scrubWith(redactText: SecretSearch, text: string): string {
    let result = redactText(text);
    for (const { pattern, replacement } of patterns) {
      result = result.replace(pattern, replacement);
    }
    return result;
  }

  for (const secret of secrets) add(secret);
  return {
    add,
    redact,
    including: (more) => {
      const searches = more
        .map((secret) => withoutScheme(secret))
        .filter((bare) => !counts.has(bare))
        .map((bare) => keptSearch(bare));
      const redactAll: SecretSearch = (text) =>
        searches.reduce((rest, each) => each(rest), redact(text));
      return { redact: redactAll, scrub: (text) => scrubWith(redactAll, text) };
    },
    remove: (secret) => {
      const bare = withoutScheme(secret);
      const count = counts.get(bare) ?? 0;
      if (count > 1) counts.set(bare, count - 1);
      else counts.delete(bare);
      search = undefined;
    },
    scrub: (text) => scrubWith(redact, text),
  };
}

type SecretSearch = (text: string) => string;

/** Searches of secrets that come and go with calls, the last used last. */
const keptSearches = new Map<string, SecretSearch>();
const maxKeptSearches = 256;

function keptSearch(secret: string): SecretSearch {
  const search = keptSearches.get(secret) ?? createSearch([secret]);
  keptSearches.delete(secret);
  keptSearches.set(secret, search);
  const [oldest] = keptSearches.keys();
  if (keptSearches.size > maxKeptSearches && oldest !== undefined) keptSearches.delete(oldest);
  return search;
}

function createSearch(secrets: Iterable<string>): SecretSearch {
  const forms = new Set<string>();
  for (const secret of secrets) {
    for (const form of secretForms(secret)) forms.add(form);
  }
  // The longest first: where one form contains another, the whole of it must go.
  const needles = [...forms].sort((left, right) => right.length - left.length);
  if (needles.length === 0) return (text) => text;
  const pattern = new RegExp(needles.map((needle) => escapeRegExp(needle)).join('|'), 'g');
  return (text) =>
    needles.some((needle) => text.includes(needle))
      ? text.replace(pattern, (match: string, offset: number) => markFor(text, match, offset))
      : text;
}

/** A secret of digits may stand as a JSON number, or be part of a longer number that is no secret at all. */
function markFor(text: string, match: string, offset: number): string {
  if (!/^\d+$/.test(match)) return redactionMark;
  const before = text.charAt(offset - 1);
  const after = text.charAt(offset + match.length);
  if (/[\d.eE+-]/.test(before) || /[\d.eE+-]/.test(after)) return match;
  const bare = /^[:,[\s]?$/.test(before) && /^[,\]}\s]?$/.test(after);
  return bare ? `"${redactionMark}"` : redactionMark;
}

function withoutScheme(secret: string): string {
  const match = /^(?:bearer|basic|token|apikey|digest)\s+(\S.*)$/is.exec(secret);
  return match?.[1] ?? secret;
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Query parameters that hold credentials whatever a document says. */
const usualQueryKeys = [
  'access_token',
  'api_key',
  'apikey',
  'auth_token',
  'client_secret',
  'password',
  'refresh_token',
  'sig',
  'signature',
  'x-amz-credential',
  'x-amz-security-token',
  'x-amz-signature',
];

interface ScrubPattern {
  readonly pattern: RegExp;
  readonly replacement: string;
}

function scrubPatterns(queryKeys: Iterable<string>): readonly ScrubPattern[] {
  const keys = [...new Set([...usualQueryKeys, ...queryKeys])]
    .flatMap((key) => [key, percentEncode(key)])
    .map((key) => escapeRegExp(key));
  const schemes = 'basic|bearer|digest|dpop|token|negotiate|ntlm|hawk|api-?key|aws4-hmac-sha256';
  const separator = String.raw`(\\*["']?\s*[:=]\s*\\*["']?)`;
  return [
    {
      pattern: new RegExp(
        String.raw`\b((?:proxy-)?authorization)${separator}((?:${schemes})\s+)[^\r\n"'\\]+`,
        'gi',
      ),
      replacement: `$1$2$3${redactionMark}`,
    },
    {
      pattern: new RegExp(
        String.raw`\b((?:set-)?cookie)${separator}([^=;,\s"'\\]{1,200}=)[^\r\n"'\\]*`,
        'gi',
      ),
      replacement: `$1$2$3${redactionMark}`,
    },
    {
      pattern: new RegExp(String.raw`([?&;](?:${keys.join('|')})=)[^&#;\s"'<>\\]+`, 'gi'),
      replacement: `$1${redactionMark}`,
    },
    {
      pattern: /(\bhttps?:\/\/)[^/?#\s"'<>\\@]+@/gi,
      replacement: `$1${redactionMark}@`,
    },
  ];
}
