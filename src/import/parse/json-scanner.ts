import { PositionTable } from './position-table.ts';

/** Where and why a text is not JSON. */
export interface JsonFault {
  readonly offset: number;
  /** Begins in lower case, for use after a position. */
  readonly reason: string;
}

/** What a scan finds: the places of all values, or the first fault. */
export type JsonScan =
  | { readonly ok: true; readonly table: PositionTable }
  | { readonly ok: false; readonly fault: JsonFault };

/** Scans a text as RFC 8259 JSON, strictly and without recursion. */
export function scanJson(text: string): JsonScan {
  try {
    return { ok: true, table: new JsonScanner(text).scan() };
  } catch (thrown) {
    if (thrown instanceof ScanFault) return { ok: false, fault: thrown };
    throw thrown;
  }
}

/** Leaves the scanner from any depth; never leaves this file. */
class ScanFault implements JsonFault {
  readonly offset: number;
  readonly reason: string;

  constructor(offset: number, reason: string) {
    this.offset = offset;
    this.reason = reason;
  }
}

/** An array or object that is still open. */
interface OpenContainer {
  readonly node: number;
  readonly closer: '}' | ']';
  empty: boolean;
}

const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const literalPattern = /true|false|null/y;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class JsonScanner {
  readonly #text: string;
  readonly #table = new PositionTable();
  readonly #open: OpenContainer[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): PositionTable {
    this.#skipSpace();
    this.#readValue(undefined);
    for (
      let container = this.#open.at(-1);
      container !== undefined;
      container = this.#open.at(-1)
    ) {
      this.#readNext(container);
    }
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('there is text after the end of the JSON value');
    return this.#table;
  }

  /** Inside a container: its end, or the next member. A member that opens another one stays unfinished. */
  #readNext(container: OpenContainer): void {
    this.#skipSpace();
    const character = this.#text[this.#at];
    if (character === container.closer) {
      this.#at += 1;
      this.#table.close(container.node);
      this.#open.pop();
      return;
    }
    if (!container.empty) {
      if (character !== ',') this.#fail(`a comma or "${container.closer}" is missing`);
      this.#at += 1;
      this.#skipSpace();
    }
    container.empty = false;
    this.#readValue(container.closer === '}' ? this.#readKey() : undefined);
  }

  #readKey(): string {
    if (this.#text[this.#at] !== '"') this.#fail('a key in double quotes is expected');
    const key = this.#readString();
    this.#skipSpace();
    if (this.#text[this.#at] !== ':') this.#fail('a colon is missing after the key');
    this.#at += 1;
    this.#skipSpace();
    return key;
  }

  /** Reads a scalar, or the opening character of a container. */
  #readValue(key: string | undefined): void {
    const character = this.#text[this.#at];
    const node = this.#table.open(this.#at, key);
    if (character === '{' || character === '[') {
      this.#at += 1;
      this.#open.push({ node, closer: character === '{' ? '}' : ']', empty: true });
      return;
    }
    if (character === '"') this.#skipString();
    else this.#readToken();
    this.#table.close(node);
  }

  #readToken(): void {
    for (const pattern of [numberPattern, literalPattern]) {
      pattern.lastIndex = this.#at;
      if (pattern.test(this.#text)) {
        this.#at = pattern.lastIndex;
        return;
      }
    }
    this.#fail(this.#at >= this.#text.length ? 'the text ends too early' : 'a value is expected');
  }

  #readString(): string {
    const start = this.#at;
    const plain = this.#skipString();
    const source = this.#text.slice(start, this.#at);
    if (plain) return source.slice(1, -1);
    // A string token just scanned as valid JSON parses to a string.
    return JSON.parse(source) as string;
  }

  /** Moves past a string; returns whether it has no escapes. */
  #skipString(): boolean {
    let plain = true;
    let at = this.#at + 1;
    for (;;) {
      if (at >= this.#text.length) this.#fail('a string is not closed');
      const code = this.#text.charCodeAt(at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        plain = false;
        escapePattern.lastIndex = at;
        if (!escapePattern.test(this.#text)) this.#failAt(at, 'a backslash begins no JSON escape');
        at = escapePattern.lastIndex;
      } else {
        if (code < 0x20) this.#failAt(at, 'a control character inside a string must be escaped');
        at += 1;
      }
    }
    this.#at = at + 1;
    return plain;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #fail(reason: string): never {
    return this.#failAt(this.#at, reason);
  }

  #failAt(offset: number, reason: string): never {
    throw new ScanFault(offset, reason);
  }
}
