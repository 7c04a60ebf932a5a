import type { ResponseCase } from '../model/api.ts';
import { essenceOf, isSendable, kindOfMedia } from './body/media-type.ts';

/** Most media types that one header names. */
const maxTypes = 8;

/**
 * Success answers of an operation: every 2xx, or `default` where no 2xx is documented (rule R2).
 */
export function successCases(responses: readonly ResponseCase[]): readonly ResponseCase[] {
  const successes = responses.filter(({ status }) => /^2(?:\d\d|XX)$/.test(status));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
}

/**
 * The `Accept` header (rule R4): documented types of success, JSON first and the others with falling
 * preference, then anything. Of several JSON types a plain one is asked for, because others may change
 * what the answer means.
 */
export function acceptHeader(responses: readonly ResponseCase[]): string {
  const documented = new Map<string, string>();
  for (const { content } of successCases(responses)) {
    for (const { mediaType } of content) {
      const type = mediaType.trim();
      const isOpen = essenceOf(type).startsWith('*');
      if (isSendable(type) && !isOpen && !documented.has(type.toLowerCase())) {
        documented.set(type.toLowerCase(), withoutCharset(type));
      }
    }
  }
  const types = [...new Set(documented.values())].sort((a, b) => rankOf(a) - rankOf(b));
  if (types.length === 0) types.push('application/json');
  const ranked = types
    .slice(0, maxTypes)
    .map((type, index) => (index === 0 ? type : `${type};q=${(1 - index / 10).toFixed(1)}`));
  return [...ranked, '*/*;q=0.1'].join(', ');
}

function withoutCharset(mediaType: string): string {
  return mediaType
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(?:charset|q)\s*=/i.test(part))
    .join(';');
}

function rankOf(mediaType: string): number {
  switch (kindOfMedia(mediaType)) {
    case 'json':
      return essenceOf(mediaType) === 'application/json' ? 0 : 1;
    case 'jsonLines':
    case 'jsonSequence':
      return 2;
    case 'text':
      return 3;
    case 'yaml':
    case 'xml':
      return 4;
    case 'binary':
    case 'form':
    case 'multipart':
    case 'unknown':
      return 5;
  }
}
