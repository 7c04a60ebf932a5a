// npm run docs: writes docs/diagnostics.md from the tables of codes in the built program.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { diagnosticRules, errorCodes } from '../dist/src/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const severities = {
  error: 'Fails `check`. What it concerns is left out, or nothing is built.',
  warning: 'Something was changed, guessed or left out; fails only under `--strict`.',
  info: 'Good to know.',
};

function rows(severity) {
  return Object.entries(diagnosticRules)
    .filter(([, rule]) => rule.severity === severity)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { meaning, clause }]) => `| \`${code}\` | ${meaning} | ${clause ?? ''} |`)
    .join('\n');
}

const sections = Object.entries(severities).map(
  ([severity, text]) =>
    `## ${severity}\n\n${text}\n\n| Code | Meaning | Rule |\n| --- | --- | --- |\n${rows(severity)}\n`,
);
const errors = Object.entries(errorCodes)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  .join('\n');
const text = `# Diagnostics

Every code that \`build\`, \`check\`, \`inspect\` and \`overlay\` may show. Each occurrence says where it is, what happens to the tool, and what to do about
it; \`check\` adds the overlay lines that would mend it, where lines can. Rules are explained in [rules.md](rules.md). This page is written by \`npm run docs\`.

${sections.join('\n')}
## Errors

These stop a build or a start.

| Code | Meaning |
| --- | --- |
${errors}
`;
writeFileSync(path.join(root, 'docs/diagnostics.md'), text);
