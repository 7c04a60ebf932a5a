import type { BridgeArtifact } from '../../src/index.ts';
import { referencedVariables, wantedBaseUrls, wantedCredentials } from '../credentials.ts';
import { count, oneLine } from '../report/text.ts';
import { shellQuote } from '../server/shell-quote.ts';

/**
 * `.env.example`: every variable that the server reads for its API, empty. What the document says
 * stands in comments of one line each, so it can set nothing.
 */
export function envExample(artifact: BridgeArtifact): string {
  return `${[
    [
      `Variables of the MCP server "${artifact.server.name}".`,
      'Copy this file to .env beside server.mjs and fill in what you have. What is empty counts as not set.',
      "The environment's own variables win over this file.",
      'NAME_FILE names a file that holds the value of NAME, NAME_COMMAND a command that prints it.',
    ].map(comment),
    ...wantedCredentials(artifact)
      .filter((credential) => credential.variables.length > 0)
      .map((credential) => [
        comment(`${credential.scheme}: ${credential.kind}, for ${count(credential.tools, 'tool')}`),
        ...(credential.description === undefined ? [] : [comment(credential.description)]),
        ...(credential.takesLogin
          ? [
              comment(
                `Or log in: openapi-mcp login FOLDER --scheme ${shellQuote(credential.scheme)}`,
              ),
            ]
          : []),
        ...credential.variables.map((name) => `${name}=`),
      ]),
    ...referencedVariables(artifact).map((name) => [
      comment('A header of every request refers to this.'),
      `${name}=`,
    ]),
    ...wantedBaseUrls(artifact).map(({ variable, otherwise }) =>
      otherwise === undefined
        ? [
            comment('Where requests go. The document does not say, so this is needed.'),
            `${variable}=`,
          ]
        : [comment(`Where requests go, instead of ${otherwise}`), `# ${variable}=`],
    ),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function comment(text: string): string {
  return `# ${oneLine(text)}`;
}
