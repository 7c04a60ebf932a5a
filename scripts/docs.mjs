// npm run docs: writes docs/diagnostics.md from the tables of codes in the built program. With --check it only compares,
// and fails where the page is old.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { diagnosticRules, errorCodes } from '../dist/src/index.js';
import { errorHelp } from './docs/error-help.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = path.join(root, 'docs/diagnostics.md');

const severities = {
  error: 'Fails `check`. What it concerns is left out, or nothing is built.',
  warning: 'Something was changed, guessed or left out; fails only under `--strict`.',
  info: 'Good to know.',
};

const sorted = (table) => Object.entries(table).toSorted(([a], [b]) => (a < b ? -1 : 1));

function indexOf(severity) {
  const rows = sorted(diagnosticRules)
    .filter(([, rule]) => rule.severity === severity)
    .map(([code, { meaning }]) => `| [\`${code}\`](#${code}) | ${meaning} |`);
  return `### ${severity}\n\n${severities[severity]}\n\n| Code | Meaning |\n| --- | --- |\n${rows.join('\n')}\n`;
}

/** What an example is written in, by how it begins. */
function languageOf(example) {
  if (/^(?:openapi-mcp|node|[A-Z_]+=)/.test(example)) return 'sh';
  if (example.startsWith('//')) return 'js';
  return example.startsWith('{') ? 'json' : 'yaml';
}

function section(title, { severity, meaning, clause, example, outcome, remedy }) {
  const head = severity === undefined ? [] : [`**${severity}**`];
  const rule = clause === undefined ? [] : [`rule ${clause}`];
  const label = [...head, ...rule].join(' · ');
  return [
    `### ${title}\n`,
    `${meaning}${label === '' ? '' : ` (${label})`}\n`,
    ...(example === undefined ? [] : [`\`\`\`${languageOf(example)}\n${example}\n\`\`\`\n`]),
    ...(outcome === undefined ? [] : [`**What happens:** ${outcome}\n`]),
    ...(remedy === undefined ? [] : [`**What to do:** ${remedy}\n`]),
  ].join('\n');
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const written = `# Diagnostics

Every code that \`build\`, \`check\`, \`inspect\` and \`overlay\` may show. Each occurrence says where it is, what is wrong, and what to do about
it; \`check\` adds the overlay lines that would mend it, where lines can. Rules are explained in [rules.md](rules.md). This page is written by \`npm run docs\`.

## Index

${Object.keys(severities).map(indexOf).join('\n')}
## Codes

${sorted(diagnosticRules)
  .map(([code, rule]) => section(`\`${code}\``, rule))
  .join('\n')}
## Errors

These stop a build or a start. The command line ends with 1 and shows message and remedy on stderr; in a program they are thrown as \`BridgeError\` with the code.

${sorted(errorCodes)
  .map(([code, meaning]) =>
    section(`Error \`${code}\``, { meaning: sentence(meaning), ...errorHelp[code] }),
  )
  .join('\n')}`;

const { code: text } = await format(
  page,
  written,
  JSON.parse(readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8')),
);
if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) {
  console.error('docs/diagnostics.md is old: run `npm run docs`');
  process.exitCode = 1;
}
