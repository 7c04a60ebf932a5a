/** A member that repeats a key. */
export interface DuplicateKey {
  /** Keys and indices from the root. */
  readonly path: readonly string[];
  readonly offset: number;
}

/** The members of a text that repeat keys. */
export interface DuplicateKeys {
  readonly first: readonly DuplicateKey[];
  readonly count: number;
}

/**
 * Where every value of one text stands: its nodes in document order with their keys, offsets and ends.
 * Flat arrays instead of objects, so that a document of a million values costs a few megabytes.
 */
export class PositionTable {
  readonly #offsets: number[] = [];
  /** Index after the last node below a node. */
  readonly #ends: number[] = [];
  readonly #keys: (string | undefined)[] = [];
  /** YAML aliases: index of the alias to index of the anchored node. */
  readonly #aliases = new Map<number, number>();

  /**
   * Adds a node; `key` is absent for the root and for items of an array. A node without a place of its own
   * (a negative offset) gets that of the node before it. Returns its index.
   */
  open(offset: number, key: string | undefined): number {
    this.#keys.push(key);
    this.#ends.push(-1);
    return this.#offsets.push(offset < 0 ? (this.#offsets.at(-1) ?? 0) : offset) - 1;
  }

  /** Ends a node: what was added since stands below it. */
  close(index: number): void {
    this.#ends[index] = this.#offsets.length;
  }

  /** Says that a node is a YAML alias of another. */
  alias(index: number, target: number): void {
    this.#aliases.set(index, target);
  }

  /** Offset of the value that these pointer tokens lead to, or of its nearest ancestor that exists. */
  offsetOf(tokens: readonly string[]): number {
    let node = 0;
    for (const token of tokens) {
      const child = this.#member(node, token, 0);
      if (child === undefined) break;
      node = child;
    }
    return this.#offsets[node] ?? 0;
  }

  /** Members whose key an earlier one of the same object has: the first with path and offset, and their number. */
  duplicateKeys(maxFirst: number): DuplicateKeys {
    const first: DuplicateKey[] = [];
    let count = 0;
    for (let parent = 0; parent < this.#offsets.length; parent += 1) {
      const seen = new Set<string>();
      for (const child of this.#children(parent)) {
        const key = this.#keys[child];
        if (key === undefined) break;
        if (seen.has(key)) {
          count += 1;
          const offset = this.#offsets[child] ?? 0;
          if (count <= maxFirst) first.push({ path: [...this.#pathOf(parent), key], offset });
        }
        seen.add(key);
      }
    }
    return { first, count };
  }

  #pathOf(node: number): readonly string[] {
    const path: string[] = [];
    let current = 0;
    while (current !== node) {
      let position = 0;
      for (const child of this.#children(current)) {
        if (node < (this.#ends[child] ?? 0)) {
          path.push(this.#keys[child] ?? String(position));
          current = child;
          break;
        }
        position += 1;
      }
    }
    return path;
  }

  *#children(parent: number): Iterable<number> {
    const end = this.#ends[parent] ?? 0;
    for (let child = parent + 1; child < end; child = this.#ends[child] ?? end) yield child;
  }

  /** A member by key or index; the last of equal keys, as parsers keep it; then what YAML merges in. */
  #member(parent: number, token: string, hops: number): number | undefined {
    // A chain of aliases or merges this long is a loop.
    if (hops > 100) return undefined;
    const target = this.#aliases.get(parent);
    if (target !== undefined) return this.#member(target, token, hops + 1);
    const merged: number[] = [];
    let found: number | undefined;
    let position = 0;
    for (const child of this.#children(parent)) {
      const key = this.#keys[child] ?? String(position);
      if (key === token) found = child;
      else if (key === '<<') merged.push(child);
      position += 1;
    }
    return found ?? this.#mergedMember(merged, token, hops);
  }

  #mergedMember(merged: readonly number[], token: string, hops: number): number | undefined {
    for (const source of merged) {
      const direct = this.#member(source, token, hops + 1);
      if (direct !== undefined) return direct;
      for (const item of this.#children(source)) {
        const inItem = this.#member(item, token, hops + 1);
        if (inItem !== undefined) return inItem;
      }
    }
    return undefined;
  }
}
