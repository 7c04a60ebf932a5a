import type { ArtifactDocument } from '../model/artifact.ts';
import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import { baseUrlVariable, credentialVariables } from '../model/environment.ts';
import { ownValue } from '../model/json.ts';
import type { SecurityScheme } from '../model/security.ts';
import { groupBy } from './group.ts';

/** Variables of this program itself begin so. */
const ownPrefix = 'OPENAPI_MCP';

interface Use {
  readonly variable: string;
  /** What it would set, for people. */
  readonly setting: string;
}

/** Security schemes that no tool needs, by document. */
type UnusedSchemes = Readonly<Record<string, Readonly<Record<string, SecurityScheme>>>>;

/**
 * Variables that two settings would be read from (rule K6), and prefixes that are this program's own. A scheme that
 * no tool needs is never read, so that it only deserves a warning.
 */
export function environmentClashes(
  documents: Readonly<Record<string, ArtifactDocument>>,
  unused: UnusedSchemes = {},
): readonly Diagnostic[] {
  const all = Object.entries(documents);
  const uses = all.flatMap(([namespace, document]) => usesOf(namespace, document));
  const read = new Set(uses.map(({ variable }) => variable));
  const idle = all
    .flatMap(([namespace, document]) =>
      schemeUses(namespace, document.environmentPrefix, ownValue(unused, namespace) ?? {}),
    )
    .filter(({ variable }) => read.has(variable));
  const idleVariables = new Set(idle.map(({ variable }) => variable));
  const shared = [...groupBy(uses, ({ variable }) => variable)].flatMap(([variable, group]) => {
    if (group.length > 1) return [sharedVariable(variable, group)];
    if (!idleVariables.has(variable)) return [];
    const others = idle.filter((each) => each.variable === variable);
    return [{ ...sharedVariable(variable, [...group, ...others]), severity: 'warning' as const }];
  });
  return [...shared, ...all.flatMap(([, document]) => ownPrefixes(document))];
}

function sharedVariable(variable: string, group: readonly Use[]): Diagnostic {
  return diagnostic('environment-clash', {
    message: `${variable} would be read both for ${group.map(({ setting }) => setting).join(' and for ')}.`,
    fix: 'Rename a security scheme, or give the documents other names with NAME=SPEC.',
  });
}

function ownPrefixes({ environmentPrefix: prefix }: ArtifactDocument): readonly Diagnostic[] {
  if (prefix !== ownPrefix && !prefix.startsWith(`${ownPrefix}_`)) return [];
  return [
    diagnostic('environment-clash', {
      message: `Variables that begin with ${prefix}_ are settings of openapi-mcp itself.`,
      fix: 'Give the server another name with --name.',
    }),
  ];
}

function usesOf(namespace: string, document: ArtifactDocument): readonly Use[] {
  const { environmentPrefix, securitySchemes } = document;
  return [
    { variable: baseUrlVariable(document), setting: `the base URL of ${namespace}` },
    ...schemeUses(namespace, environmentPrefix, securitySchemes),
  ];
}

function schemeUses(
  namespace: string,
  prefix: string,
  schemes: Readonly<Record<string, SecurityScheme>>,
): readonly Use[] {
  return Object.entries(schemes).flatMap(([name, scheme]) =>
    credentialVariables(prefix, name, scheme).map(({ name: variable }) => ({
      variable,
      setting: `the security scheme ${JSON.stringify(name)} of ${namespace}`,
    })),
  );
}
