import { BridgeError } from '../../../model/errors.ts';
import type { JsonValue } from '../../../model/json.ts';
import { isJsonObject } from '../../../model/json.ts';

/** How answers of a tool are kept. */
export interface CacheSettings {
  /** How long an answer is fresh that says nothing about it, in seconds. */
  readonly defaultSeconds: number;
  /** How long an answer is fresh at most, whatever it says, in seconds. */
  readonly maxSeconds: number;
  /** Larger results are not kept. */
  readonly maxEntryBytes: number;
}

/** What holds where the cache is named without numbers: an answer is kept as long as it says itself, up to an hour. */
export const defaultCacheSettings: CacheSettings = {
  defaultSeconds: 0,
  maxSeconds: 3_600,
  maxEntryBytes: 262_144,
};

/**
 * Reads the settings that a tool gives its `cache`.
 *
 * @throws BridgeError `configuration-invalid` for anything that is no such settings.
 */
export function parseCache(value: JsonValue | undefined, where: string): CacheSettings {
  if (value === undefined) return defaultCacheSettings;
  const given: Readonly<Record<string, JsonValue>> = isJsonObject(value) ? value : {};
  const isKnown = Object.keys(given).every((key) => Object.hasOwn(defaultCacheSettings, key));
  const areCounts = Object.values(given).every(
    (count) => typeof count === 'number' && Number.isInteger(count) && count >= 0,
  );
  if (!isJsonObject(value) || !isKnown || !areCounts) {
    throw new BridgeError(
      'configuration-invalid',
      `The cache of ${where} is not usable: ${JSON.stringify(value)}.`,
      {
        fix: 'Write for instance { defaultSeconds: 60, maxSeconds: 3600, maxEntryBytes: 262144 }.',
      },
    );
  }
  return { ...defaultCacheSettings, ...given };
}
