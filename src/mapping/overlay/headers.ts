import { diagnostic, refused, staged } from '../../model/diagnostic.ts';
import { isJsonObject } from '../../model/json.ts';
import { badValue, type Check, mapOf, memberOf, text, refine, wrongType } from './check.ts';

/** Headers that belong to the connection or the body, never to a person (RFC 9110 §7.6.1, rule P3). */
const ownedByHttp =
  /^(?:host|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|proxy-.*)$/i;

const secretName = /authorization|cookie|token|secret|password|api-?key|signature/i;

/** A reference to an environment variable. */
const reference = /\$\{[A-Za-z_][A-Za-z0-9_]*\}/;

const valueCheck: Check<string> = refine(text, (value, place) => {
  if (/[^\t\u0020-\u007E\u0080-\u00FF]/.test(value)) {
    return badValue(
      place,
      'has characters that no header can have',
      'Keep to one line of Latin-1.',
    );
  }
  if (/\$\{/.test(value.replaceAll(new RegExp(reference, 'g'), ''))) {
    return badValue(place, 'has a reference that is not a variable', 'Write ${NAME}.');
  }
  return staged(value);
});

/** Headers that go out with every request; secrets by reference only. */
export const headersCheck: Check<Readonly<Record<string, string>>> = (place) => {
  if (!isJsonObject(place.value)) return wrongType(place, 'an object');
  for (const [name, value] of Object.entries(place.value)) {
    const member = memberOf(place, name, value);
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      return badValue(member, 'is not the name of a header', 'Write a token of RFC 9110.');
    }
    if (ownedByHttp.test(name)) {
      return badValue(member, 'is a header that the connection sets', 'Remove it.');
    }
    if (secretName.test(name) && typeof value === 'string' && !reference.test(value)) {
      return refused(
        diagnostic('overlay-secret-literal', {
          message: `The header ${JSON.stringify(name)} looks like a secret and stands in the file itself.`,
          fix: 'Refer to an environment variable: ${NAME}.',
          location: member.location,
        }),
      );
    }
  }
  return mapOf(valueCheck)(place);
};
