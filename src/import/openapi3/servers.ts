import type { Server, ServerVariable } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { objectFromEntries, ownValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import {
  itemsOf,
  membersOf,
  readArrayField,
  readObjectField,
  readText,
  readTexts,
} from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';
import { resolveServerUrl } from '../shared/server-url.ts';

/**
 * The servers of an object that has a `servers` field; `undefined` where the field is absent or empty (rule
 * S1). Servers that cannot be used are reported. Where none can, a relative one takes their place: another
 * server than the document names is never called in its stead.
 */
export function readServerList(
  reading: Reading,
  owner: DocumentNode,
): readonly [Server, ...Server[]] | undefined {
  const nodes = itemsOf(reading.documents, readArrayField(reading, owner, 'servers'));
  const [first] = nodes;
  if (first === undefined) return undefined;
  const [usable, ...others] = nodes.flatMap((node) => readServer(reading, node) ?? []);
  if (usable !== undefined) return [usable, ...others];
  const template = readText(reading, first, 'url') ?? '';
  return [{ kind: 'relative', url: '', template, variables: {} }];
}

/** The server of a document that declares none: `/` (rules S1, S2). */
export function defaultServer(document: string): Server {
  const resolved = resolveServerUrl('/', document);
  const { kind, url } =
    resolved.kind === 'unusable' ? ({ kind: 'relative', url: '' } as const) : resolved;
  return { kind, url, template: '/', variables: {} };
}

function readServer(reading: Reading, node: DocumentNode): Server | undefined {
  const template = readText(reading, node, 'url');
  if (template === undefined) return refuse(reading, node, 'it has no url');
  const variables = readVariables(reading, node);
  const undeclared = variableNames(template).filter((name) => !Object.hasOwn(variables, name));
  if (undeclared.length > 0) {
    return refuse(
      reading,
      node,
      `its URL names {${undeclared.join('}, {')}}, which it gives no value for`,
    );
  }
  const url = template.replaceAll(
    expression,
    (_text, name: string) => ownValue(variables, name)?.default ?? '',
  );
  const resolved = resolveServerUrl(url, node.location.document);
  if (resolved.kind === 'unusable') return refuse(reading, node, resolved.reason);
  const name = readText(reading, node, 'name');
  const description = readText(reading, node, 'description');
  return {
    ...resolved,
    template,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    variables,
  };
}

const expression = /\{([^{}]*)\}/g;

function variableNames(template: string): readonly string[] {
  return [...template.matchAll(expression)].map((match) => match[1] ?? '');
}

function readVariables(
  reading: Reading,
  server: DocumentNode,
): Readonly<Record<string, ServerVariable>> {
  const variables = readObjectField(reading, server, 'variables');
  return objectFromEntries(
    membersOf(reading.documents, variables).flatMap(([name, node]) => {
      const variable = readVariable(reading, name, node);
      return variable === undefined ? [] : [[name, variable] as const];
    }),
  );
}

/** A variable without a default takes the first value that it may have; without either it has no value (rule S3). */
function readVariable(
  reading: Reading,
  name: string,
  node: DocumentNode,
): ServerVariable | undefined {
  const values = readTexts(reading, node, 'enum');
  const written = readText(reading, node, 'default');
  const chosen = written ?? values[0];
  const fault =
    written === undefined
      ? 'has no default'
      : values.length > 0 && !values.includes(written)
        ? `has the default ${JSON.stringify(written)}, which is not among its values`
        : undefined;
  if (fault !== undefined) {
    reading.report(
      diagnostic('server-variable-invalid', {
        message: `The server variable ${JSON.stringify(name)} ${fault}.`,
        fix: 'Give it a default that is among its values.',
        location: node.location,
      }),
    );
  }
  if (chosen === undefined) return undefined;
  const description = readText(reading, node, 'description');
  return {
    default: chosen,
    ...(values.length === 0 ? {} : { enum: values }),
    ...(description === undefined ? {} : { description }),
  };
}

function refuse(reading: Reading, node: DocumentNode, reason: string): undefined {
  reading.report(
    diagnostic('server-invalid', {
      message: `A server is left out because ${reason}.`,
      fix: 'Correct the server, or give the base URL when the tools are built or started.',
      location: node.location,
    }),
  );
  return undefined;
}
