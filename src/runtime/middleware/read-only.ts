import { withDefaults } from '../../model/hints.ts';
import type { ToolMetadata } from '../../model/tool.ts';
import type { ToolMiddleware } from '../call.ts';
import { failure } from '../call.ts';

/** Whether a tool may stay on a read-only server: its final hint says that it changes nothing. */
export function isReadOnlyTool(tool: Pick<ToolMetadata, 'hints'>): boolean {
  return withDefaults(tool.hints).readOnly;
}

/**
 * Refuses every tool that is not read-only, whatever was listed: the list is for the client, the gate is for
 * the call (rule H6).
 */
export function createReadOnlyGate<S = undefined>(): ToolMiddleware<S> {
  return (next) => async (context) => {
    if (isReadOnlyTool(context.resolved.tool)) return next(context);
    context.exchange.notes.push('readOnly: refused');
    return failure(
      'refused',
      `This server is read-only, and ${context.request.name} may change something. Nothing was sent. ` +
        'Use a tool that only reads, or ask the person who runs the server.',
    );
  };
}
