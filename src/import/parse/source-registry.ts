import type { SourceIndex, SourceLocation, SourcePosition } from '../../model/source.ts';
import { parsePointer } from '../../model/source.ts';
import { scanJson } from './json-scanner.ts';
import { LineTable } from './lines.ts';
import type { Syntax } from './parse-text.ts';
import { locateYaml } from './parse-yaml.ts';
import type { PositionTable } from './position-table.ts';

/** One text that locations can point into. */
export interface SourceText {
  readonly uri: string;
  /** Its name for people. */
  readonly name: string;
  readonly text: string;
  readonly syntax: Syntax;
  /** Where parsing stopped: the position of everything in a text that could not be parsed. */
  readonly faultOffset?: number;
}

interface Entry {
  readonly source: SourceText;
  lines?: LineTable;
  table?: PositionTable | undefined;
}

/** The texts of all documents read. Lines and places are worked out when one is first asked for. */
export class SourceRegistry implements SourceIndex {
  readonly #entries = new Map<string, Entry>();

  /** Adds a text; one with the same URI is replaced. */
  add(source: SourceText): void {
    this.#entries.set(source.uri, { source });
  }

  position(location: SourceLocation): SourcePosition | undefined {
    const entry = this.#entries.get(location.document);
    if (entry === undefined) return undefined;
    return linesOf(entry).position(offsetOf(entry, location.pointer));
  }

  line(document: string, line: number): string | undefined {
    const entry = this.#entries.get(document);
    return entry === undefined ? undefined : linesOf(entry).line(line);
  }

  displayName(document: string): string {
    return this.#entries.get(document)?.source.name ?? document;
  }
}

/** One index over several; the first that knows a document answers for it. */
export function combineSources(...registries: readonly SourceIndex[]): SourceIndex {
  return {
    position: (location) => firstOf(registries, (index) => index.position(location)),
    line: (document, line) => firstOf(registries, (index) => index.line(document, line)),
    displayName: (document) =>
      registries.map((index) => index.displayName(document)).find((name) => name !== document) ??
      document,
  };
}

function firstOf<T>(
  indexes: readonly SourceIndex[],
  ask: (index: SourceIndex) => T | undefined,
): T | undefined {
  for (const index of indexes) {
    const answer = ask(index);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function linesOf(entry: Entry): LineTable {
  entry.lines ??= new LineTable(entry.source.text);
  return entry.lines;
}

function offsetOf(entry: Entry, pointer: string): number {
  const { source } = entry;
  if (source.faultOffset !== undefined) return source.faultOffset;
  if (!Object.hasOwn(entry, 'table')) entry.table = tableOf(source);
  return entry.table?.offsetOf(parsePointer(pointer)) ?? 0;
}

function tableOf(source: SourceText): PositionTable | undefined {
  if (source.syntax === 'yaml') {
    try {
      return locateYaml(source.text);
    } catch {
      // A text refused for its size or depth: only its beginning is known.
      return undefined;
    }
  }
  const scan = scanJson(source.text);
  return scan.ok ? scan.table : undefined;
}
