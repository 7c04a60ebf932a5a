import { diagnostic } from '../../model/diagnostic.ts';
import { ownValue } from '../../model/json.ts';
import type { QuerySerialization, Style, StyleSerialization } from '../../model/serialization.ts';
import type { DocumentNode } from '../document-set.ts';
import { objectAt, readFlag } from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';

/** The places that a style can be used in. */
export type StylePlace = 'path' | 'query' | 'header' | 'cookie';

/** The Style Values table (3.2 §Style Values). */
interface LegalStyles {
  readonly path: 'simple' | 'label' | 'matrix';
  readonly query: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly header: 'simple';
  readonly cookie: 'form' | 'cookie';
}

/** A style that is legal in a place. */
export type StyleIn<P extends StylePlace> = LegalStyles[P];

/** The first style of each place is its default (rule P5). */
const legalStyles: { readonly [P in StylePlace]: readonly [StyleIn<P>, ...StyleIn<P>[]] } = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

/**
 * Reads `style`, `explode` and `allowReserved` with their defaults made explicit (rule P5). A style that is
 * illegal in its place is reported and replaced by the place's default (rule P6).
 */
export function readStyle<P extends StylePlace>(
  reading: Reading,
  owner: DocumentNode,
  place: P,
): StyleSerialization<StyleIn<P>> {
  const style = legalStyle(reading, owner, place);
  const explode = readFlag(reading, owner, 'explode');
  return {
    kind: 'style',
    style,
    explode: explode ?? (style === 'form' || style === 'cookie'),
    allowReserved: reservedAllowed(reading, owner, place, style),
  };
}

/** The style of a form field; `undefined` where the document sets none of its three fields (rule B6). */
export function readFieldStyle(
  reading: Reading,
  encoding: DocumentNode,
): QuerySerialization | undefined {
  const fields = objectAt(encoding);
  const says = ['style', 'explode', 'allowReserved'].some((key) => Object.hasOwn(fields, key));
  return says ? readStyle(reading, encoding, 'query') : undefined;
}

function legalStyle<P extends StylePlace>(
  reading: Reading,
  owner: DocumentNode,
  place: P,
): StyleIn<P> {
  const legal: readonly StyleIn<P>[] = legalStyles[place];
  const fallback: StyleIn<P> = legalStyles[place][0];
  const written = ownValue(objectAt(owner), 'style');
  if (written === undefined || written === null) return fallback;
  const style = legal.find((candidate) => candidate === written);
  if (style !== undefined) return style;
  reading.report(
    diagnostic('style-illegal', {
      message: `The style ${JSON.stringify(written)} is not legal in the ${place}; ${fallback} is used.`,
      fix: `Use one of ${legal.join(', ')}.`,
      location: owner.location,
    }),
  );
  return fallback;
}

/** Only places that percent-encode know reserved characters; before 3.2 the query alone did. */
function reservedAllowed(
  reading: Reading,
  owner: DocumentNode,
  place: StylePlace,
  style: Style,
): boolean {
  const encodes = place === 'query' || (reading.specification === '3.2' && place !== 'header');
  return encodes && style !== 'cookie' && readFlag(reading, owner, 'allowReserved') === true;
}
