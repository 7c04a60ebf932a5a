import type { JsonObject, JsonValue } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import type { Bridge } from '../bridge-options.ts';
import type { CallInput, ToolOutcome, WireTool } from '../call.ts';
import { failure } from '../call.ts';
import type { Visible } from './catalogue.ts';
import { unknownText } from './catalogue.ts';
import { helpWithFaults } from './faulty-arguments.ts';

/** Arguments of `call_tool` and `call_read_tool`. */
export const callInput: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Name as search_tools gives it.' },
    arguments: { type: 'object', description: 'As the signature or describe_tools says.' },
  },
  required: ['name'],
  additionalProperties: false,
};

/**
 * Calls a deferred tool through its own onion. `readOnly` refuses whatever has no read hint, so that a client may let
 * reads pass without asking. A call with wrong arguments is answered with the schemas of just those.
 */
export async function callDeferred<S>(
  input: CallInput<S>,
  options: {
    readonly readOnly: boolean;
    readonly visible: Visible;
    readonly bridge: Bridge<S>;
  },
): Promise<ToolOutcome> {
  const { name, arguments: given = {} } = input.arguments;
  if (typeof name !== 'string') {
    return failure('arguments', 'Give "name": the name of a tool as search_tools gives it.');
  }
  const values = argumentsOf(given);
  if (values === undefined) {
    return failure('arguments', 'Give "arguments" as an object with the arguments of the tool.');
  }
  const tool = options.visible.get(name);
  if (tool === undefined) return failure('arguments', unknownText(name, options.visible));
  // Before the call begins: a refused one must not have left.
  if (options.readOnly && tool.annotations['readOnlyHint'] !== true) {
    return failure('refused', `${name} may change something: call it with call_tool.`);
  }
  const running = options.bridge.callTool(name, { ...input, arguments: values });
  if (running === undefined) return failure('arguments', unknownText(name, options.visible));
  const outcome = await running;
  return outcome.kind === 'failure' && outcome.reason === 'arguments'
    ? withHelp(outcome, tool)
    : outcome;
}

/** Models slip JSON text in where an object is wanted. */
function argumentsOf(given: JsonValue): JsonObject | undefined {
  if (isJsonObject(given)) return given;
  if (typeof given !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(given);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function withHelp(
  outcome: Extract<ToolOutcome, { readonly kind: 'failure' }>,
  tool: WireTool,
): ToolOutcome {
  const told = outcome.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  const help = helpWithFaults(told, tool);
  return { ...outcome, content: [...outcome.content, { type: 'text', text: help }] };
}
