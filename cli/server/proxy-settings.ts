import type { ProxySettings } from '../../src/runtime/index.ts';
import type { ReadVariable } from './variable-values.ts';

/** The proxy of the usual variables; lower case counts first, as in curl. `undefined` where there is none. */
export function proxySettings(read: ReadVariable): ProxySettings | undefined {
  const either = (name: string): string | undefined => read(name.toLowerCase()) ?? read(name);
  const http = either('HTTP_PROXY') ?? either('ALL_PROXY');
  const https = either('HTTPS_PROXY') ?? either('ALL_PROXY');
  const except = either('NO_PROXY');
  if (http === undefined && https === undefined) return undefined;
  return {
    ...(http === undefined ? {} : { http }),
    ...(https === undefined ? {} : { https }),
    ...(except === undefined ? {} : { except }),
  };
}
