import type { JsonObject, JsonValue } from '../../model/json.ts';
import { isArray } from '../../model/json.ts';
import { nearestNames } from '../../model/nearest-names.ts';
import type { ToolOutcome, WireTool } from '../call.ts';
import { failure } from '../call.ts';
import type { Visible } from './catalogue.ts';
import { unknownText } from './catalogue.ts';

/** An answer stops taking tools at this many characters of JSON; the first is always whole. */
const budget = 24_000;

/** Arguments of `describe_tools`. */
export const describeInput: JsonObject = {
  type: 'object',
  properties: {
    names: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      description: 'Names as search_tools gives them.',
    },
  },
  required: ['names'],
  additionalProperties: false,
};

/** Answers `describe_tools`: the exact input schema of each, and names that nothing has with their nearest. */
export function describeTools(values: JsonObject, visible: Visible): ToolOutcome {
  const given = values['names'];
  const names = isArray(given) ? given.filter((name) => typeof name === 'string') : [];
  if (names.length === 0) {
    return failure('arguments', 'Give "names": a list of tool names as search_tools gives them.');
  }
  const described: JsonObject[] = [];
  const unknown: JsonObject[] = [];
  const left: string[] = [];
  let spent = 0;
  for (const name of new Set(names)) {
    const tool = visible.get(name);
    if (tool === undefined) {
      unknown.push({ name, nearest: nearestNames(name, visible.keys()) });
      continue;
    }
    const description = descriptionOf(tool);
    const cost = JSON.stringify(description).length;
    if (described.length > 0 && spent + cost > budget) {
      left.push(name);
      continue;
    }
    spent += cost;
    described.push(description);
  }
  if (described.length === 0) {
    return failure('arguments', names.map((name) => unknownText(name, visible)).join('\n'));
  }
  const answer: JsonObject = {
    tools: described,
    unknown,
    ...(left.length === 0 ? {} : { describeNext: left }),
  };
  return {
    kind: 'success',
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer,
  };
}

function descriptionOf(tool: WireTool): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const callWith: JsonValue = annotations['readOnlyHint'] === true ? 'call_read_tool' : 'call_tool';
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    callWith,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}
