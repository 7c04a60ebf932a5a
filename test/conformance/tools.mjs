// Tools of the conformance suite that no API stands behind; the generated server loads this file from beside it.

const done = (text) => ({ kind: 'success', content: [{ type: 'text', text }] });

/** Asks the person and tells what came back. */
async function ask({ elicit }, message, properties, required = []) {
  if (elicit === undefined) {
    return {
      kind: 'failure',
      reason: 'refused',
      content: [{ type: 'text', text: 'The client cannot ask the person.' }],
    };
  }
  const requestedSchema = { type: 'object', properties, required };
  const { action, content = {} } = await elicit({ message, requestedSchema });
  return done(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
}

const text = { type: 'string' };

export const tools = [
  {
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    validateArguments: false,
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: text, city: text },
        },
      },
      properties: {
        name: text,
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: text,
        email: text,
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, in data that nobody awaits
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    handler: () => Promise.resolve(done('done')),
  },
  {
    name: 'test_custom_headers',
    description: 'Has an argument that clients also send as a header.',
    validateArguments: false,
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, query: text },
    },
    handler: ({ request }) => Promise.resolve(done(JSON.stringify(request.arguments))),
  },
  {
    name: 'test_elicitation',
    description: 'Asks the person.',
    inputSchema: { type: 'object', properties: { message: text } },
    handler: (context) =>
      ask(
        context,
        String(context.request.arguments.message ?? 'Who are you?'),
        { username: { ...text, description: "User's response" }, email: text },
        ['username', 'email'],
      ),
  },
  {
    name: 'test_elicitation_sep1034_defaults',
    description: 'Asks the person, with defaults.',
    handler: (context) =>
      ask(context, 'Check these.', {
        name: { ...text, default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { ...text, enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
  },
  {
    name: 'test_elicitation_sep1330_enums',
    description: 'Asks the person to choose.',
    handler: (context) => {
      const titled = (prefix, names) =>
        names.map((title, index) => ({ const: `${prefix}${index + 1}`, title }));
      return ask(context, 'Choose.', {
        untitledSingle: { ...text, enum: ['option1', 'option2', 'option3'] },
        titledSingle: {
          ...text,
          oneOf: titled('value', ['First Option', 'Second Option', 'Third Option']),
        },
        legacyEnum: {
          ...text,
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: {
          type: 'array',
          items: { ...text, enum: ['option1', 'option2', 'option3'] },
        },
        titledMulti: {
          type: 'array',
          items: { anyOf: titled('value', ['First Choice', 'Second Choice', 'Third Choice']) },
        },
      });
    },
  },
  {
    name: 'test_streaming_elicitation',
    description: 'Asks the person while its answer is streamed.',
    handler: (context) => {
      context.progress({ progress: 1 });
      return ask(context, 'Go on?', { yes: { type: 'boolean' } });
    },
  },
  {
    name: 'test_logging_tool',
    description: 'Logs nothing to the client, whatever level it asks for.',
    handler: () => Promise.resolve(done('done')),
  },
  {
    name: 'test_input_required_result_elicitation',
    description: 'Asks the person for a name.',
    handler: (context) => ask(context, 'What is your name?', { name: text }, ['name']),
  },
  {
    name: 'test_input_required_result_request_state',
    description: 'Asks the person to confirm.',
    handler: async (context) => {
      const outcome = await ask(context, 'Please confirm', { ok: { type: 'boolean' } }, ['ok']);
      return outcome.kind === 'success' ? done('state-ok') : outcome;
    },
  },
  {
    name: 'test_input_required_result_multi_round',
    description: 'Asks the person twice.',
    handler: async (context) => {
      const first = await ask(context, 'Step 1: What is your name?', { name: text }, ['name']);
      return first.kind === 'success'
        ? ask(context, 'Step 2: What is your favorite color?', { color: text }, ['color'])
        : first;
    },
  },
  {
    name: 'test_input_required_result_tampered_state',
    description: 'Asks the person to confirm.',
    handler: (context) => ask(context, 'Please confirm', { ok: { type: 'boolean' } }, ['ok']),
  },
];
