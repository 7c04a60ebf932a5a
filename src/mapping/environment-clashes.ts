import type { ArtifactDocument } from '../model/artifact.ts';
import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import { baseUrlVariable, credentialVariables } from '../model/environment.ts';
import { groupBy } from './group.ts';

/** Variables of this program itself begin so. */
const ownPrefix = 'OPENAPI_MCP';

interface Use {
  readonly variable: string;
  /** What it would set, for people. */
  readonly setting: string;
}

/** Variables that two settings would be read from, and prefixes that are this program's own. */
export function environmentClashes(
  documents: Readonly<Record<string, ArtifactDocument>>,
): readonly Diagnostic[] {
  const uses = Object.entries(documents).flatMap(([namespace, document]) =>
    usesOf(namespace, document),
  );
  const shared = [...groupBy(uses, ({ variable }) => variable)]
    .filter(([, group]) => group.length > 1)
    .map(([variable, group]) =>
      diagnostic('environment-clash', {
        message: `${variable} would be read for ${group.map(({ setting }) => setting).join(' and for ')}.`,
        fix: 'Rename a security scheme, or give the documents other names with NAME=SPEC.',
      }),
    );
  const taken = Object.values(documents)
    .map(({ environmentPrefix }) => environmentPrefix)
    .filter((prefix) => prefix === ownPrefix || prefix.startsWith(`${ownPrefix}_`))
    .map((prefix) =>
      diagnostic('environment-clash', {
        message: `Variables that begin with ${prefix}_ are settings of openapi-mcp itself.`,
        fix: 'Give the server another name with --name.',
      }),
    );
  return [...shared, ...taken];
}

function usesOf(namespace: string, document: ArtifactDocument): readonly Use[] {
  const schemes = Object.entries(document.securitySchemes).flatMap(([name, scheme]) =>
    credentialVariables(document.environmentPrefix, name, scheme).map(({ name: variable }) => ({
      variable,
      setting: `the security scheme ${JSON.stringify(name)} of ${namespace}`,
    })),
  );
  return [
    { variable: baseUrlVariable(document), setting: `the base URL of ${namespace}` },
    ...schemes,
  ];
}
