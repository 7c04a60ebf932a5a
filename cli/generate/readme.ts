import type { BridgeArtifact, Tool } from '../../src/index.ts';
import { withDefaults } from '../../src/index.ts';
import { wantedBaseUrls, wantedCredentials } from '../credentials.ts';
import type { Effect } from '../report/effects.ts';
import { effectOf } from '../report/effects.ts';
import { count } from '../report/text.ts';
import { shellQuote } from '../server/shell-quote.ts';
import { markdownCode, markdownTable, markdownText } from './markdown.ts';
import { packageNameOf, titleOf } from './names.ts';

/** `README.md`: what the server offers, which credentials it wants, how clients connect. */
export function readme(artifact: BridgeArtifact): string {
  return `${[
    `# ${markdownText(titleOf(artifact))}`,
    introduction(artifact),
    '## Connect',
    connection(artifact),
    '## Credentials',
    credentials(artifact),
    '## Tools',
    tools(artifact),
    ...readables(artifact),
    '## Your own code',
    own,
    '## Files',
    files,
  ].join('\n\n')}\n`;
}

function introduction(artifact: BridgeArtifact): string {
  const documents = Object.values(artifact.documents).map(
    (document) =>
      `${markdownText(document.title)} ${markdownText(document.version)} (OpenAPI ${document.specification})`,
  );
  return (
    `An MCP server with ${count(artifact.tools.length, 'tool')} for ${documents.join(', ')}. ` +
    `Written by ${artifact.generator.name} ${artifact.generator.version}; ` +
    'run `openapi-mcp build` again instead of changing its files by hand. Needs Node 20.19 or newer and nothing else.'
  );
}

function connection(artifact: BridgeArtifact): string {
  const path = `/absolute/path/to/${packageNameOf(artifact)}/server.mjs`;
  const name = shellQuote(artifact.server.name.replaceAll(/\s+/gu, ' '));
  return [
    'Claude Code:',
    fence('sh', `claude mcp add ${name} -- node ${path}`),
    'Claude Desktop, Cursor and most others: put what is in [mcp.json](mcp.json) into their configuration, with the path of this folder. ' +
      'VS Code calls the outer key `servers`.',
    'Over HTTP, at `http://127.0.0.1:8080/mcp`:',
    fence('sh', 'node server.mjs --http 8080'),
    'Every call is recorded in `audit.jsonl` in this folder; `--audit FILE` names another file.',
    'Traces and metrics go to OpenTelemetry where `OTEL_EXPORTER_OTLP_ENDPOINT` is set.',
  ].join('\n\n');
}

function credentials(artifact: BridgeArtifact): string {
  const wanted = wantedCredentials(artifact);
  const logins = wanted
    .filter(({ takesLogin }) => takesLogin)
    .map(({ scheme }) => {
      const name = shellQuote(scheme.replaceAll(/\s+/gu, ' '));
      return `openapi-mcp login /absolute/path/to/${packageNameOf(artifact)} --scheme ${name}`;
    });
  const urls = wantedBaseUrls(artifact);
  const rows = wanted.map((credential) => [
    markdownText(credential.scheme),
    markdownText(credential.kind),
    credential.variables.length === 0
      ? 'not from a variable'
      : credential.variables.map(markdownCode).join('<br>'),
    String(credential.tools),
  ]);
  return [
    wanted.length === 0
      ? 'No tool wants a credential.'
      : 'From variables of the environment, or from a file `.env` in this folder ([.env.example](.env.example) is its form).',
    ...(wanted.length === 0 ? [] : [markdownTable(['Scheme', 'Kind', 'Variables', 'Tools'], rows)]),
    ...(wanted.length === 0
      ? []
      : [
          '`NAME_FILE` names a file that holds the value of `NAME`, `NAME_COMMAND` a command that prints it; ' +
            '`NAME_READ` and `NAME_WRITE` are for the tools that only read, and for the others.',
        ]),
    ...(logins.length === 0 ? [] : [`Or log in, in a browser:`, fence('sh', logins.join('\n'))]),
    urls
      .map(({ variable, otherwise }) =>
        otherwise === undefined
          ? `${markdownCode(variable)} must hold the base URL of the API; the document has none.`
          : `${markdownCode(variable)} replaces the base URL ${markdownCode(otherwise)}.`,
      )
      .join('\n'),
  ].join('\n\n');
}

function tools(artifact: BridgeArtifact): string {
  const table = markdownTable(
    ['Tool', 'Effect', 'Operation', 'What it does'],
    artifact.tools.map((tool) => [
      markdownCode(tool.name),
      effectText(tool),
      markdownCode(`${tool.operation.method} ${tool.operation.path}`),
      markdownText(tool.summary),
    ]),
  );
  return artifact.mode === 'direct'
    ? table
    : 'Clients see a few tools that search, describe and call these:\n\n' + table;
}

/** Resources and prompts, where there are any. */
function readables({ resources = [], prompts = [] }: BridgeArtifact): readonly string[] {
  return [
    ...(resources.length === 0
      ? []
      : [
          '## Resources',
          markdownTable(
            ['URI', 'Name', 'What it is'],
            resources.map(({ uri, title, name, description }) => [
              markdownCode(uri),
              markdownText(title ?? name),
              markdownText(firstLine(description)),
            ]),
          ),
        ]),
    ...(prompts.length === 0
      ? []
      : [
          '## Prompts',
          markdownTable(
            ['Prompt', 'Arguments', 'What it is for'],
            prompts.map((prompt) => [
              markdownCode(prompt.name),
              prompt.arguments
                .map(
                  ({ name, required }) => `${markdownCode(name)}${required ? '' : ' (optional)'}`,
                )
                .join(', '),
              markdownText(firstLine(prompt.description ?? prompt.title)),
            ]),
          ),
        ]),
  ];
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? '';
}

const effectTexts: Readonly<Record<Effect, string>> = {
  read: 'reads',
  write: 'writes',
  destroy: 'may destroy',
};

function effectText({ hints }: Tool): string {
  const effect = effectOf(hints);
  const repeatable = effect !== 'read' && withDefaults(hints).idempotent;
  return effectTexts[effect] + (repeatable ? ', repeatable' : '');
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

const own = [
  'Every named export of `middleware.mjs` is a middleware that an overlay can name, and every one of `tools.mjs` a tool, or a list',
  'of tools, beside those of the API. Both are yours: write them here, import what you like. Editors know their types:',
  '',
  fence(
    'js',
    [
      '// middleware.mjs',
      "/** @type {import('./server.mjs').ServerMiddleware} */",
      'export const tenant = (next) => async (context) => next(context);',
    ].join('\n'),
  ),
].join('\n');

const files = [
  '`server.mjs` and its parts are the program, `bridge.json` the tools. `server.json` is an entry for the MCP registry and',
  '`manifest.json` makes an MCP bundle (`npx @anthropic-ai/mcpb pack`); both carry names to replace before you publish. Your own',
  '`.env`, `.logins.json`, `middleware.mjs`, `tools.mjs` and `audit.jsonl` stay when the server is built again. `--docker` and',
  '`--k8s` add a `Dockerfile` and a `kubernetes.yaml`, once: from then on they are yours.',
].join('\n');
