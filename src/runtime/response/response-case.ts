import type { ResponseBinding, ResponseBindingCase } from '../../model/tool.ts';
import { isInRange, isJsonMediaType } from '../request/media-type.ts';

/** The documented case that holds for a status: the exact code, then its range, then `default` (rule R1). */
export function caseFor(binding: ResponseBinding, status: number): ResponseBindingCase | undefined {
  const exact = String(status);
  const range = `${exact.charAt(0)}XX`;
  for (const wanted of [exact, range, 'default']) {
    const found = binding.cases.find((each) => each.status.toUpperCase() === wanted.toUpperCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether the document promises JSON for a status, and nothing that this media type would fit (rule R14). A status
 * without a case of its own is held against every documented success.
 */
export function promisesJsonInstead(
  binding: ResponseBinding,
  status: number,
  essence: string,
): boolean {
  const found = caseFor(binding, status);
  const types =
    found === undefined
      ? binding.cases
          .filter((each) => each.status.startsWith('2'))
          .flatMap((each) => each.mediaTypes)
      : found.mediaTypes;
  return (
    types.some((type) => isJsonMediaType(type)) && !types.some((type) => isInRange(essence, type))
  );
}
