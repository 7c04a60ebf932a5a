import { Busboy } from '@fastify/busboy';
import type { RequestPlan } from '../../src/runtime/request/plan.ts';

/** One part as an independent parser reads it. */
export interface ReadPart {
  readonly name: string;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly filename?: string;
}

/** Reads a `multipart/form-data` body with busboy. */
export function readMultipart({ body }: RequestPlan): Promise<readonly ReadPart[]> {
  if (body.kind === 'none') throw new Error('no body');
  const { contentType, bytes } = body;
  return new Promise((resolve, reject) => {
    const parts: ReadPart[] = [];
    // Every part is handed out as a stream, so that no text is decoded on the way.
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: () => true,
      preservePath: true,
    });
    // The parser's own event signature: name, stream, filename, transfer encoding, MIME type.
    // oxlint-disable-next-line max-params
    parser.on('file', (name, stream, filename, _encoding, mimeType) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        parts.push({
          name,
          bytes: Buffer.concat(chunks),
          contentType: mimeType,
          ...(filename === undefined ? {} : { filename }),
        });
      });
    });
    parser.on('finish', () => {
      resolve(parts);
    });
    parser.on('error', reject);
    parser.end(bytes);
  });
}
