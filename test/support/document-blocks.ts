import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './built-program.ts';

/** A block of code of a document of this project. */
export interface DocumentBlock {
  /** The heading that it stands under, without its number signs. */
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

/** The blocks of code of a document, in their order. */
export function blocksOf(document: string): readonly DocumentBlock[] {
  const text = readFileSync(path.join(projectRoot, document), 'utf8');
  const parts = text.matchAll(/^#+ (.+)$|^```(\w+)\n([^]*?)^```$/gm);
  let heading = '';
  const blocks: DocumentBlock[] = [];
  for (const [, title, language, code] of parts) {
    if (title !== undefined) heading = title;
    else if (language !== undefined && code !== undefined) {
      blocks.push({ heading, language, text: code });
    }
  }
  return blocks;
}

/** The text of the one block of a language under a heading. */
export function blockUnder(
  blocks: readonly DocumentBlock[],
  heading: string,
  language: string,
): string {
  const found = blocks.filter((block) => block.heading === heading && block.language === language);
  if (found.length !== 1) {
    throw new Error(`${found.length} blocks of ${language} stand under "${heading}"`);
  }
  return found[0]?.text ?? '';
}
