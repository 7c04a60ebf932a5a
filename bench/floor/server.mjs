// The floor: the least that a proxy from MCP to HTTP can do on Node. Raw JSON lines, no SDK, no schema
// work beyond copying, one undici request a call. What it leaves out (encoding by style, errors, limits,
// audit, every older protocol) is what this project is for; it only tells what the machine allows.
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const [documentPath, upstream] = process.argv.slice(2);
const document = JSON.parse(readFileSync(documentPath, 'utf8'));
const base = new URL(upstream);
const prefix = base.pathname.replace(/\/$/, '');
const pool = new Pool(base.origin, { connections: 64 });
const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
const operations = new Map();
const tools = [];

function follow(value) {
  if (typeof value?.$ref !== 'string') return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((node, key) => node[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

for (const [path, item] of Object.entries(document.paths)) {
  for (const method of methods) {
    const operation = item[method];
    if (operation === undefined) continue;
    const name = operation.operationId ?? `${method} ${path}`;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(follow);
    const properties = Object.fromEntries(parameters.map((p) => [p.name, p.schema ?? {}]));
    if (operation.requestBody !== undefined) properties.body = {};
    const required = parameters.filter((p) => p.required).map((p) => p.name);
    tools.push({
      name,
      description: operation.summary ?? '',
      inputSchema: { type: 'object', properties, required },
    });
    operations.set(name, { method: method.toUpperCase(), path, parameters });
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function call(id, name, values) {
  const operation = operations.get(name);
  let { path } = operation;
  const query = [];
  for (const parameter of operation.parameters) {
    const value = values[parameter.name];
    if (value === undefined) continue;
    const text = encodeURIComponent(value);
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, text);
    if (parameter.in === 'query') query.push(`${encodeURIComponent(parameter.name)}=${text}`);
  }
  const answer = await pool.request({
    method: operation.method,
    path: prefix + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers: values.body === undefined ? {} : { 'content-type': 'application/json' },
    body: values.body === undefined ? null : JSON.stringify(values.body),
  });
  const text = await answer.body.text();
  send({
    jsonrpc: '2.0',
    id,
    result: { content: [{ type: 'text', text }], isError: answer.statusCode >= 400 },
  });
}

function handle(message) {
  if (message.method === 'tools/call') {
    call(message.id, message.params.name, message.params.arguments ?? {}).catch((error) =>
      send({ jsonrpc: '2.0', id: message.id, error: { code: -32603, message: String(error) } }),
    );
  } else if (message.method === 'tools/list') {
    send({ jsonrpc: '2.0', id: message.id, result: { tools } });
  } else if (message.method === 'initialize') {
    send({
      jsonrpc: '2.0',
      id: message.id,
      result: {
        protocolVersion: message.params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'floor', version: '1' },
      },
    });
  }
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) handle(JSON.parse(line));
});
process.stdin.on('end', () => process.exit(0));
