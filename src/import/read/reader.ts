import type { DocumentSource } from './document-source.ts';
import { explainError } from './failures.ts';
import type { FileContext, ReferenceRoot } from './file-reader.ts';
import {
  folderOf,
  folderUri,
  openReferenceRoot,
  readEntryFile,
  readReferencedFile,
} from './file-reader.ts';
import type { EntryOrigins, HttpContext } from './http-reader.ts';
import { fetchEntry, fetchReference } from './http-reader.ts';
import { nodePorts } from './node-ports.ts';
import type { ReadDocument, ReadFailure, ReadOutcome } from './outcome.ts';
import { readFailure, tooLarge } from './outcome.ts';
import type { ReadLimits, ReadPorts } from './ports.ts';
import { defaultReadLimits } from './ports.ts';
import { parseUrl } from './url-names.ts';

/** What the user lets import read. */
export interface ReadOptions {
  /** Folder that referenced files must stand in; by default the folder of the entry file. */
  readonly refRoot?: string;
  /** Hosts that references may lead to: `host`, `host:port` or `*.host`. None by default. */
  readonly allowRemoteRefs?: readonly string[];
  /** Headers for fetching the entry document, sent to its own origin alone and never shown. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Folder that relative paths count from, and that names are shown relative to. By default the process's. */
  readonly workingFolder?: string;
  readonly limits?: Partial<ReadLimits>;
  readonly ports?: ReadPorts;
}

/** An entry document with the reader of what it refers to. */
export interface OpenedEntry {
  readonly ok: true;
  readonly document: ReadDocument;
  readonly limits: ReadLimits;
  /** Reads a referenced document by its absolute URI, as far as rule L6 allows. Never rejects. */
  readReference(uri: string, referrer: string): Promise<ReadOutcome>;
}

/** Reads the entry document. Never rejects. */
export async function openEntry(
  source: DocumentSource,
  options: ReadOptions,
): Promise<OpenedEntry | ReadFailure> {
  const limits = { ...defaultReadLimits, ...options.limits };
  const ports = options.ports ?? nodePorts;
  const files: FileContext = {
    ports,
    limits,
    workingFolder: options.workingFolder ?? process.cwd(),
  };
  const http: HttpContext = {
    ports,
    limits,
    headers: options.headers ?? {},
    allowedHosts: options.allowRemoteRefs ?? [],
  };
  const { outcome, origins } =
    source.kind === 'url'
      ? await fetchEntry(source.url, http)
      : { outcome: await readLocal(source, files), origins: undefined };
  if (!outcome.ok) return outcome;
  const root = await rootOf(outcome.document, options.refRoot, files);
  if (root === undefined && options.refRoot !== undefined) {
    return readFailure(
      'unreadable',
      `The folder for references, ${options.refRoot}, does not exist.`,
      'Check the path after --ref-root.',
    );
  }
  return {
    ok: true,
    document: withFolder(outcome.document, root),
    limits,
    readReference: createReferenceReader({ files, http, root, origins }),
  };
}

async function readLocal(
  source: Exclude<DocumentSource, { kind: 'url' }>,
  context: FileContext,
): Promise<ReadOutcome> {
  const { maxDocumentBytes } = context.limits;
  switch (source.kind) {
    case 'file':
      return readEntryFile(source.path, context);
    case 'stdin': {
      try {
        const bytes = await context.ports.readStdin(maxDocumentBytes);
        return plainDocument('stdin:', 'standard input', bytes, maxDocumentBytes);
      } catch (thrown) {
        return explainError('Standard input', thrown);
      }
    }
    case 'text': {
      const { uri = 'inline:' } = source;
      return plainDocument(
        uri,
        source.uri ?? 'inline',
        new TextEncoder().encode(source.text),
        maxDocumentBytes,
      );
    }
  }
}

function plainDocument(
  uri: string,
  name: string,
  bytes: Uint8Array,
  maxBytes: number,
): ReadOutcome {
  if (bytes.length > maxBytes) return tooLarge(name, maxBytes);
  return { ok: true, document: { uri, base: uri, name, bytes } };
}

async function rootOf(
  document: ReadDocument,
  refRoot: string | undefined,
  context: FileContext,
): Promise<ReferenceRoot | undefined> {
  if (refRoot !== undefined) return openReferenceRoot(refRoot, context);
  if (!document.uri.startsWith('file:')) return undefined;
  return openReferenceRoot(folderOf(document.uri), context);
}

/** A piped document has no folder of its own; with a reference root it counts as lying there. */
function withFolder(document: ReadDocument, root: ReferenceRoot | undefined): ReadDocument {
  if (root === undefined || /^(?:file|https?):/.test(document.uri)) return document;
  return { ...document, base: folderUri(root.folder) };
}

interface ReferenceContext {
  readonly files: FileContext;
  readonly http: HttpContext;
  readonly root: ReferenceRoot | undefined;
  readonly origins: EntryOrigins | undefined;
}

function createReferenceReader(context: ReferenceContext): OpenedEntry['readReference'] {
  const { files, http, root, origins } = context;
  return async (uri, referrer) => {
    const scheme = parseUrl(uri)?.protocol ?? '';
    switch (scheme) {
      case 'file:':
        return root === undefined || /^https?:/.test(referrer)
          ? readFailure(
              'refused',
              `${uri} is a file, and ${/^https?:/.test(referrer) ? 'documents from the network' : 'documents without a folder'} may not refer to files.`,
              'Download the documents into one folder, or name the folder with --ref-root.',
            )
          : readReferencedFile(uri, root, files);
      case 'http:':
      case 'https:':
        return fetchReference(uri, { referrer, entry: origins }, http);
      default:
        return readFailure(
          'refused',
          `${uri} has a scheme that is not read.`,
          'Refer to a file or an https URL.',
        );
    }
  };
}
