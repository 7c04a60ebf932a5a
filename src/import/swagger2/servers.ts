import type { Server } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode } from '../document-set.ts';
import { fieldOf, readText, readTexts } from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';
import { resolveServerUrl } from '../shared/server-url.ts';

/** The servers that `schemes`, `host` and `basePath` of the root describe (rule V5). */
export function readRootServers(reading: Reading): readonly [Server, ...Server[]] {
  return serversFor(reading, reading.documents.entry.root);
}

/** The servers of an operation with `schemes` of its own; `undefined` where the root's hold. */
export function readOperationServers(
  reading: Reading,
  operation: DocumentNode,
): readonly [Server, ...Server[]] | undefined {
  return fieldOf(reading.documents, operation, 'schemes') === undefined
    ? undefined
    : serversFor(reading, operation);
}

function serversFor(reading: Reading, schemesAt: DocumentNode): readonly [Server, ...Server[]] {
  const { root, uri } = reading.documents.entry;
  const basePath = readText(reading, root, 'basePath') ?? '';
  const path = basePath === '' || basePath.startsWith('/') ? basePath : `/${basePath}`;
  const host = readText(reading, root, 'host');
  const templates = schemesOf(reading, schemesAt).map((scheme) =>
    host === undefined ? withDocumentHost(scheme, uri, path) : `${scheme}://${host.trim()}${path}`,
  );
  const servers = [...new Set(templates)].flatMap((template) => {
    const resolved = resolveServerUrl(template, uri);
    if (resolved.kind !== 'unusable') return [{ ...resolved, template, variables: {} }];
    reading.report(
      diagnostic('server-invalid', {
        message: `The server ${JSON.stringify(template)} cannot be used because ${resolved.reason}.`,
        fix: 'Correct host, basePath and schemes, or give the base URL when the tools are built or started.',
        location: root.location,
      }),
    );
    return [];
  });
  const [first, ...others] = servers;
  return first === undefined
    ? [{ kind: 'relative', url: '', template: path === '' ? '/' : path, variables: {} }]
    : [first, ...others];
}

/** Without a host the document's own is meant, if it has one. */
function withDocumentHost(scheme: string, document: string, path: string): string {
  if (!/^https?:/i.test(document)) return path === '' ? '/' : path;
  return `${scheme}://${new URL(document).host}${path}`;
}

/** Protocols that can be called, https first; without any, the one that the document was fetched with. */
function schemesOf(reading: Reading, schemesAt: DocumentNode): readonly string[] {
  const { documents } = reading;
  const { uri, root } = documents.entry;
  const own = readTexts(reading, schemesAt, 'schemes');
  const listed = (own.length > 0 ? own : readTexts(reading, root, 'schemes')).map((scheme) =>
    scheme.toLowerCase(),
  );
  const usable = ['https', 'http'].filter((scheme) => listed.includes(scheme));
  if (usable.length > 0) return usable;
  return [/^http:/i.test(uri) ? 'http' : 'https'];
}
