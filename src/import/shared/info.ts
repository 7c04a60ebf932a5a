import type { ApiInfo } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { readObjectField, readText } from './nodes.ts';
import type { Reading } from './reading.ts';

/** What the document says about itself; a missing title or version is reported and replaced. */
export function readInfo(reading: Reading): ApiInfo {
  const { root } = reading.documents.entry;
  const info = readObjectField(reading, root, 'info');
  const read = (key: string): string | undefined =>
    info === undefined ? undefined : readText(reading, info, key);
  const [title, version, summary, description] = ['title', 'version', 'summary', 'description'].map(
    read,
  );
  if (title === undefined || version === undefined) {
    reading.report(
      diagnostic('info-incomplete', {
        message: 'The document does not give both a title and a version of the API.',
        fix: 'Write info.title and info.version.',
        location: (info ?? root).location,
      }),
    );
  }
  return {
    title: title ?? 'Untitled API',
    version: version ?? '0',
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
  };
}
