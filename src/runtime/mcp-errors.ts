import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { didYouMean } from '../model/nearest-names.ts';

/** The error for a name that the server does not have; `names` are those that it has. */
export function unknownName(
  kind: 'tool' | 'prompt',
  name: string,
  names: readonly string[],
): ProtocolError {
  const help = didYouMean(name, names);
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown ${kind}: ${name.slice(0, 200)}${help === '' ? '' : `. ${help}`}`,
  );
}
