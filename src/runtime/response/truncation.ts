import type { Tool } from '../../model/tool.ts';
import type { UpstreamResponse } from '../upstream-port.ts';

/** Query parameters that usually make an answer smaller. */
const narrowingNames =
  /^(?:page|per_?page|page_?size|limit|max_?results|count|top|first|fields|select|filter|q)$/i;

/** Says that an answer was cut off, and what may make it smaller (rule R16). */
export function truncationNote(tool: Tool, response: UpstreamResponse): string {
  const { body, declaredBytes } = response;
  const size =
    declaredBytes === undefined
      ? `Truncated after ${body.length} bytes; there is more.`
      : `Truncated at ${body.length} of ${declaredBytes} bytes.`;
  const names = tool.request.parameters.flatMap(({ in: place, name, source }) =>
    place === 'query' && source.kind === 'argument' && narrowingNames.test(name)
      ? [source.argument]
      : [],
  );
  const help =
    names.length === 0
      ? 'Ask for less at a time, if the tool has arguments for that.'
      : `Ask for less at a time with ${names.slice(0, 6).join(', ')}.`;
  return `${size} ${help}`;
}
