import type { Parameter } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { SecurityScheme } from '../../model/security.ts';
import { isReservedHeader } from './header-names.ts';
import type { Reading } from './reading.ts';

/**
 * Leaves out the parameters that callers never give: headers that HTTP owns (rules P2, P3), and what a
 * security scheme of the operation supplies (rules P3, K8).
 */
export function dropOwnedParameters(
  reading: Reading,
  parameters: readonly Parameter[],
  schemes: readonly SecurityScheme[],
): readonly Parameter[] {
  return parameters.filter((parameter) => {
    if (parameter.in === 'header' && isReservedHeader(parameter.name)) {
      reading.report(
        diagnostic('parameter-reserved', {
          message: `The header parameter ${parameter.name} is not offered: the request's other parts decide that header.`,
          fix: 'Remove it; describe media types by content and credentials by security.',
          location: parameter.location,
        }),
      );
      return false;
    }
    if (!schemes.some((scheme) => supplies(scheme, parameter))) return true;
    reading.report(
      diagnostic('parameter-credential', {
        message: `The ${parameter.in} parameter ${JSON.stringify(parameter.name)} is not offered: a security scheme of the operation supplies it.`,
        fix: 'Remove the parameter.',
        location: parameter.location,
      }),
    );
    return false;
  });
}

function supplies(scheme: SecurityScheme, parameter: Parameter): boolean {
  if (scheme.type !== 'apiKey' || scheme.in !== parameter.in) return false;
  return scheme.in === 'header'
    ? scheme.name.toLowerCase() === parameter.name.toLowerCase()
    : scheme.name === parameter.name;
}
