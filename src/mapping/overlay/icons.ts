import type { Extension } from '../../model/api.ts';
import { staged } from '../../model/diagnostic.ts';
import { isArray, isJsonObject, type JsonValue, ownValue } from '../../model/json.ts';
import type { Icon } from '../../model/tool.ts';
import { badValue, type Check, listOf, oneOf, record, text, textLike } from './check.ts';

/** Contents of icon files by their `file:` URL, as `data:` URIs. */
export type IconFiles = ReadonlyMap<string, string>;

/** A list of MCP icons. File paths become the `data:` URIs that were read for them. */
export function iconsCheck(files: IconFiles): Check<readonly Icon[]> {
  return listOf(iconCheck(files));
}

function iconCheck(files: IconFiles): Check<Icon> {
  const fields = record<Partial<Icon>>({
    src: sourceCheck(files),
    mimeType: textLike(/^[\w.+-]+\/[\w.+-]+$/, 'a media type such as image/svg+xml'),
    sizes: listOf(textLike(/^(?:any|\d+x\d+)$/, 'a size such as 48x48, or any')),
    theme: oneOf(['light', 'dark']),
  });
  return (place) => {
    const icon = fields(place);
    if (!icon.ok) return icon;
    const { src, ...rest } = icon.value;
    if (src !== undefined) return staged({ src, ...rest }, icon.diagnostics);
    const [first, ...more] = icon.diagnostics;
    return first === undefined
      ? badValue(place, 'has no src', 'Give it a src: an https or data URI, or the path of a file.')
      : { ok: false, diagnostics: [first, ...more] };
  };
}

function sourceCheck(files: IconFiles): Check<string> {
  return (place) => {
    const written = text(place);
    if (!written.ok) return written;
    const src = written.value;
    if (/^(?:https:\/\/|data:image\/)/i.test(src)) return written;
    const url = resolveUrl(src, place.location.document);
    if (url?.protocol === 'https:' && !hasScheme(src)) return staged(url.href);
    const content = url?.protocol === 'file:' ? files.get(url.href) : undefined;
    if (content !== undefined) return staged(content);
    return badValue(
      place,
      `is ${JSON.stringify(src.slice(0, 80))}, which is neither an https or data URI nor an image file that could be read`,
      'Give an https or data URI, or the path of an image file, relative to the file that names it.',
    );
  };
}

/**
 * The files that icons of these values name, as `file:` URLs without duplicates: what to read before parsing.
 * A document may only name files beside or below itself; a person's overlay may name any.
 */
export function findIconFiles(values: Iterable<Extension>): readonly string[] {
  const found = new Set<string>();
  for (const { value, location, rank } of values) {
    for (const src of sourcesIn(value)) {
      const url =
        hasScheme(src) && !src.startsWith('file:') ? undefined : resolveUrl(src, location.document);
      if (
        url?.protocol !== 'file:' ||
        !/\.(?:svg|png|jpe?g|gif|webp|ico|avif)$/i.test(url.pathname)
      )
        continue;
      const folder = resolveUrl('.', location.document);
      if (rank > 0 || (folder?.protocol === 'file:' && url.href.startsWith(folder.href)))
        found.add(url.href);
    }
  }
  return [...found];
}

/** Every `src` in a list under `icons` or `icons+`, wherever it stands. */
function sourcesIn(root: JsonValue): readonly string[] {
  const sources: string[] = [];
  let level: readonly JsonValue[] = [root];
  while (level.length > 0) {
    for (const value of level) {
      if (!isJsonObject(value)) continue;
      for (const icons of [ownValue(value, 'icons'), ownValue(value, 'icons+')]) {
        for (const icon of isArray(icons) ? icons : []) {
          const src = isJsonObject(icon) ? icon['src'] : undefined;
          if (typeof src === 'string') sources.push(src);
        }
      }
    }
    level = level.flatMap((value): readonly JsonValue[] => {
      if (isArray(value)) return value;
      return isJsonObject(value) ? Object.values(value) : [];
    });
  }
  return sources;
}

function hasScheme(src: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(src);
}

function resolveUrl(reference: string, base: string): URL | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base) : undefined;
}
