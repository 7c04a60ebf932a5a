import type { ResponseLink } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { parsePointer } from '../../model/source.ts';
import type { DocumentNode } from '../document-set.ts';
import { membersOf, objectAt, readObjectField, readText } from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';
import { followReference } from '../shared/references.ts';

/** The Link Objects of a response (rule R21). A link that names no operation is reported and left out. */
export function readLinks(reading: Reading, response: DocumentNode): readonly ResponseLink[] {
  const links = readObjectField(reading, response, 'links');
  return membersOf(reading.documents, links).flatMap(([name, written]) => {
    const link = followReference(reading, written);
    return link === undefined ? [] : (readLink(reading, name, link.node) ?? []);
  });
}

function readLink(reading: Reading, name: string, node: DocumentNode): ResponseLink | undefined {
  const operationId = readText(reading, node, 'operationId');
  const operation = operationId === undefined ? readOperationReference(reading, node) : undefined;
  if (operationId === undefined && operation === undefined) {
    reading.report(
      diagnostic('link-invalid', {
        message: `The link ${JSON.stringify(name)} leads to no operation of this API and is left out.`,
        fix: 'Name an operation by operationId or operationRef.',
        location: node.location,
      }),
    );
    return undefined;
  }
  const description = readText(reading, node, 'description');
  return {
    name,
    ...(operationId === undefined ? {} : { operationId }),
    ...(operation === undefined ? {} : { operation }),
    parameters: objectAt(readObjectField(reading, node, 'parameters')),
    ...(description === undefined ? {} : { description }),
  };
}

/** The method and path that an `operationRef` leads to, by where its target stands in the entry document. */
function readOperationReference(reading: Reading, node: DocumentNode): ResponseLink['operation'] {
  const reference = readText(reading, node, 'operationRef');
  if (reference === undefined) return undefined;
  const { documents } = reading;
  const located = documents.locate(reference, node);
  if (!located.ok || located.node.location.document !== documents.entry.uri) return undefined;
  const [paths, path, key, method] = parsePointer(located.node.location.pointer);
  if (paths !== 'paths' || path === undefined || key === undefined) return undefined;
  if (key === 'additionalOperations') return method === undefined ? undefined : { method, path };
  return { method: key.toUpperCase(), path };
}
