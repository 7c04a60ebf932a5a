import {
  isJsonObject,
  objectFromEntries,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';
import { referenceBytes, placeBytes } from '../schema/closure.ts';
import { mapSubschemas, referenceTo } from '../schema/keywords.ts';

/** A part is shared where that saves at least so many bytes: a reference has to be followed by whoever reads it. */
const leastSaving = 200;

/**
 * Says parts once under `$defs` that a schema says several times, where that pays. What fits the schema is the same
 * before and after.
 */
export function shareParts(schema: JsonSchema): JsonSchema {
  const { $defs: known, ...root } = schema;
  const definitions = isJsonObject(known) ? known : {};
  const parts = new Parts();
  const whole: JsonSchema = root;
  parts.add(whole, '');
  for (const [key, definition] of Object.entries(definitions)) {
    if (isJsonObject(definition)) parts.add(definition, key);
  }
  const names = parts.choose(new Set(Object.keys(definitions)));
  if (names.size === 0) return schema;
  const done = new Map<JsonSchema, JsonSchema>();
  const inside = (part: JsonSchema): JsonSchema => {
    const before = done.get(part);
    if (before !== undefined) return before;
    const result = mapSubschemas(part, (inner) => {
      const name = names.get(parts.idOf(inner));
      return name === undefined ? inside(inner) : { $ref: referenceTo(name) };
    });
    done.set(part, result);
    return result;
  };
  const own = Object.entries(definitions).map(([key, part]): readonly [string, JsonValue] => [
    key,
    isJsonObject(part) ? inside(part) : part,
  ]);
  const shared = [...names].map(([id, name]): readonly [string, JsonValue] => [
    name,
    inside(parts.partOf(id)),
  ]);
  return { ...inside(whole), $defs: objectFromEntries([...own, ...shared]) };
}

interface Part {
  readonly schema: JsonSchema;
  readonly bytes: number;
  /** Ids of the parts directly inside, once for each place. */
  readonly inner: readonly number[];
  /** The names under which it stands. */
  readonly names: Set<string>;
}

/** The different parts of a schema, numbered so that a part has a greater number than everything inside it. */
class Parts {
  private readonly ids = new Map<JsonSchema, number>();
  private readonly byText = new Map<string, number>();
  private readonly parts: Part[] = [];
  private readonly roots: number[] = [];

  add(schema: JsonSchema, name: string): void {
    this.roots.push(this.number(schema, name));
  }

  idOf(schema: JsonSchema): number {
    return this.ids.get(schema) ?? -1;
  }

  partOf(id: number): JsonSchema {
    return this.parts[id]?.schema ?? {};
  }

  /** Names for the parts to share, by their ids. */
  choose(taken: Set<string>): ReadonlyMap<number, string> {
    const uses = new Map<number, number>();
    const roots = new Set(this.roots);
    for (const id of roots) uses.set(id, 1);
    const chosen = new Map<number, string>();
    for (let id = this.parts.length - 1; id >= 0; id -= 1) {
      const part = this.parts[id];
      const count = uses.get(id) ?? 0;
      if (part === undefined || count === 0) continue;
      const name = roots.has(id) ? undefined : this.nameOf(part, count, taken);
      if (name !== undefined) chosen.set(id, name);
      const times = name === undefined ? count : 1;
      for (const inner of part.inner) uses.set(inner, (uses.get(inner) ?? 0) + times);
    }
    return chosen;
  }

  /** What a part is called that is used so often; `undefined` where sharing it does not pay. */
  private nameOf({ names, bytes }: Part, count: number, taken: Set<string>): string | undefined {
    const base = commonName([...names]);
    const cost = count * referenceBytes(base) + placeBytes(base);
    if ((count - 1) * bytes - cost < leastSaving) return undefined;
    let name = base;
    for (let next = 2; taken.has(name); next += 1) name = `${base}${next}`;
    taken.add(name);
    return name;
  }

  private number(schema: JsonSchema, name: string): number {
    const known = this.ids.get(schema);
    if (known !== undefined) {
      this.parts[known]?.names.add(name);
      return known;
    }
    const inner: number[] = [];
    // Parts inside are told apart by their numbers, so that no text is written twice.
    const numbered = mapSubschemas(schema, (part, keyword, member) => {
      const id = this.number(part, keyword === 'properties' ? (member ?? name) : name);
      inner.push(id);
      return { $part: id };
    });
    const text = JSON.stringify(numbered);
    const same = this.byText.get(text);
    if (same !== undefined) {
      this.ids.set(schema, same);
      this.parts[same]?.names.add(name);
      return same;
    }
    const id = this.parts.length;
    const bytes = inner.reduce(
      (sum, part) => sum + (this.parts[part]?.bytes ?? 0) - `{"$part":${part}}`.length,
      Buffer.byteLength(text),
    );
    this.ids.set(schema, id);
    this.byText.set(text, id);
    this.parts.push({ schema, bytes, inner, names: new Set([name]) });
    return id;
  }
}

/** What several names have in common at their ends: `address` for `billing_address` and `shippingAddress`. */
function commonName(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) =>
    name
      .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .split(/[^A-Za-z0-9]+/)
      .filter((word) => word !== ''),
  );
  let common = first.length;
  for (const words of others) {
    let same = 0;
    while (
      same < common &&
      words.at(-1 - same)?.toLowerCase() === first.at(-1 - same)?.toLowerCase()
    ) {
      same += 1;
    }
    common = same;
  }
  const words = common === 0 ? first : first.slice(first.length - common);
  return words.join('_') || 'part';
}
