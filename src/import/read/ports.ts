/** What reading needs of the world outside; {@link nodePorts} is the real one. */
export interface ReadPorts {
  /** Follows symbolic links to what a path really is. Rejects with a Node error where nothing is there. */
  inspectFile(path: string): Promise<InspectedFile>;
  /** Reads at most `maxBytes + 1` bytes: one more tells that the file is too large. */
  readFile(path: string, maxBytes: number): Promise<Uint8Array>;
  /** Reads standard input to its end, at most `maxBytes + 1` bytes. */
  readStdin(maxBytes: number): Promise<Uint8Array>;
  /** Every IP address of a host name. Rejects with a Node error for an unknown one. */
  resolveHost(hostname: string): Promise<readonly string[]>;
  /** Sends one GET request and follows no redirect. Rejects where no answer came in time. */
  fetch(request: HttpRequest): Promise<HttpAnswer>;
}

/** A path after all symbolic links. */
export interface InspectedFile {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/** One GET request. */
export interface HttpRequest {
  /** Without credentials. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Connect to these addresses only, whatever the name resolves to by then. */
  readonly addresses?: readonly string[];
  /** Of the answer after decompression; one byte more is read to tell that there are more. */
  readonly maxBytes: number;
  /** From the start to the last byte. */
  readonly timeoutMs: number;
}

/** What came back. */
export interface HttpAnswer {
  readonly status: number;
  /** The Location header as sent. */
  readonly location?: string;
  /** The Content-Type header as sent. */
  readonly contentType?: string;
  readonly body: Uint8Array;
}

/** Limits on what is read. */
export interface ReadLimits {
  /** Of one document. */
  readonly maxDocumentBytes: number;
  /** Of all documents together. */
  readonly maxTotalBytes: number;
  readonly maxDocuments: number;
  /** For one document from a URL, redirects included. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
}

/** The limits that hold where nothing else is said. */
export const defaultReadLimits: ReadLimits = {
  maxDocumentBytes: 64 * 1024 * 1024,
  maxTotalBytes: 256 * 1024 * 1024,
  maxDocuments: 2000,
  timeoutMs: 30_000,
  maxRedirects: 5,
};
