import type { AliasEvent, Event, ScalarEvent } from 'js-yaml';
import { COLLECTION_STYLE, EVENT_ID, getScalarValue, SCALAR_STYLE } from 'js-yaml';
import { PositionTable } from './position-table.ts';

/** A sequence or mapping whose end has not been reached. */
interface Frame {
  readonly node: number;
  readonly isMapping: boolean;
  /** The key whose value comes next. */
  key?: { readonly text: string; readonly offset: number };
}

/** An event that may name an anchor: a range in the text, or -1. */
interface Anchored {
  readonly anchorStart: number;
  readonly anchorEnd: number;
}

/**
 * Where every value of a YAML text stands, from the parser's events of one document without complex
 * keys. `place` turns the events' offsets into those of the table.
 */
export function tableOfEvents(
  text: string,
  events: readonly Event[],
  place: (offset: number) => number,
): PositionTable {
  const builder = new TableBuilder(text, place);
  for (const event of events) builder.add(event);
  return builder.table;
}

class TableBuilder {
  readonly table = new PositionTable();
  readonly #text: string;
  readonly #place: (offset: number) => number;
  readonly #frames: Frame[] = [];
  /** The last node and scalar text of every anchor so far. */
  readonly #anchors = new Map<string, { readonly node: number; readonly text: string }>();

  constructor(text: string, place: (offset: number) => number) {
    this.#text = text;
    this.#place = place;
  }

  add(event: Event): void {
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.#addScalar(event);
      case EVENT_ID.ALIAS:
        return this.#addAlias(event);
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING: {
        const node = this.#open(event.start, event.style === COLLECTION_STYLE.BLOCK);
        this.#keepAnchor(event, node, '');
        this.#frames.push({ node, isMapping: event.type === EVENT_ID.MAPPING });
        return;
      }
      case EVENT_ID.POP: {
        // The last pop ends the document, which has no frame.
        const frame = this.#frames.pop();
        if (frame !== undefined) this.table.close(frame.node);
        return;
      }
      case EVENT_ID.DOCUMENT:
    }
  }

  #addScalar(event: ScalarEvent): void {
    const content = getScalarValue(this.#text, event);
    if (this.#takeKey(content, scalarOffset(event))) return;
    const node = this.#open(scalarOffset(event), isBlockScalar(event));
    this.table.close(node);
    this.#keepAnchor(event, node, content);
  }

  #addAlias(event: AliasEvent): void {
    const offset = event.anchorStart - 1;
    const target = this.#anchors.get(this.#anchorName(event));
    if (this.#takeKey(target?.text ?? '', offset)) return;
    const node = this.#open(offset, false);
    this.table.close(node);
    if (target !== undefined) this.table.alias(node, target.node);
  }

  /** Keeps a scalar as the key of the next value, where a key is expected. */
  #takeKey(text: string, offset: number): boolean {
    const frame = this.#frames.at(-1);
    if (frame === undefined || !frame.isMapping || frame.key !== undefined) return false;
    frame.key = { text, offset };
    return true;
  }

  #open(offset: number, isBlock: boolean): number {
    const frame = this.#frames.at(-1);
    const key = frame?.key;
    if (frame !== undefined) delete frame.key;
    // A block stands below its key, a missing value nowhere: the key shows people where it is.
    const atKey = key !== undefined && (isBlock || offset < 0);
    const found = atKey ? key.offset : offset;
    return this.table.open(found < 0 ? found : this.#place(found), key?.text);
  }

  #keepAnchor(event: Anchored, node: number, text: string): void {
    if (event.anchorStart >= 0) this.#anchors.set(this.#anchorName(event), { node, text });
  }

  #anchorName(event: Anchored): string {
    return this.#text.slice(event.anchorStart, event.anchorEnd);
  }
}

function scalarOffset(event: ScalarEvent): number {
  const quoted =
    event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  return quoted ? event.valueStart - 1 : event.valueStart;
}

function isBlockScalar(event: ScalarEvent): boolean {
  return event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
}
