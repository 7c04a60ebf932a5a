// What the documentation says of the errors that stop a build or a start: when one comes, and what to do. By code.
export const errorHelp = {
  'artifact-format': {
    example: 'node server.mjs   # beside a bridge.json of another version',
    remedy: 'Build the server again with the version that is to run it.',
  },
  'artifact-invalid': {
    example:
      'openapi-mcp inspect my-folder   # which has no bridge.json, or one that was edited by hand',
    remedy: 'Name a document, or a folder that `build` has written. Build the server again.',
  },
  'base-url-missing': {
    example: 'openapi-mcp serve pets.yaml   # whose only server is /v1',
    remedy: 'Give `--base-url`, or the variable `<SERVER>_BASE_URL` that the message names.',
  },
  'bundle-missing': {
    example: 'node cli/main.js build pets.yaml   # in a checkout that was never built',
    remedy: 'Run `npm run build` in the checkout, or install the package.',
  },
  'configuration-invalid': {
    example: 'OPENAPI_MCP_TOTAL_TIMEOUT_MS=soon node server.mjs',
    remedy: 'Correct the flag, variable or setting that the message names.',
  },
  'credential-source-failed': {
    example: 'PETS_KEY_API_KEY_FILE=/run/secrets/gone node server.mjs',
    remedy: 'Check the file or command, and who may read it. No value is ever shown.',
  },
  'document-unreadable': {
    example: 'openapi-mcp overlay apply gone.yaml tools.yaml',
    remedy: 'Check the path or URL.',
  },
  'environment-clash': {
    example: 'openapi-mcp serve a.yaml a_b=b.yaml   # A_B_C_TOKEN is of both',
    remedy: 'Name the documents apart with `NAME=SPEC`, or rename a security scheme.',
  },
  'folder-not-ours': {
    example: 'openapi-mcp build pets.yaml -o ~/Documents',
    remedy: 'Name an empty folder, or one that `build` has written before.',
  },
  internal: {
    example: 'something that nobody thought of',
    remedy: 'Please report it, with the message and, if it may be shown, the document.',
  },
  'middleware-missing': {
    example:
      'tools:\n  addPet: { middleware: [stamp] }   # and no middleware.mjs that exports stamp',
    remedy: 'Export a function of that name from `middleware.mjs`, or take the name away.',
  },
  'output-unwritable': {
    example: 'openapi-mcp build pets.yaml -o /usr/pets',
    remedy: 'Name a folder that may be written.',
  },
  'port-unavailable': {
    example: 'openapi-mcp serve pets.yaml --http 80',
    remedy: 'Take another port, or stop the program that has this one.',
  },
  'tool-clash': {
    example:
      '// a tool written by hand is called like one of the document\ncreateBridge({ artifact, tools: [{ name: "addPet", … }] })',
    remedy: 'Give the tool that is written by hand another name.',
  },
  'tool-unknown': {
    example: 'openapi-mcp call pets-mcp addPets   # it is addPet',
    remedy: 'Name a tool of the server; the message suggests the nearest, and `inspect` lists all.',
  },
};
