import type { JsonValue } from '../../model/json.ts';
import { setOwn } from '../../model/json.ts';
import { formatPath } from './argument-path.ts';
import type { ArgumentObject, ArgumentValue } from './argument-value.ts';
import {
  ExactNumber,
  isArgumentArray,
  isArgumentObject,
  maxArgumentDepth,
} from './argument-value.ts';
import type { ArgumentFault } from '../request/plan.ts';
import type { Shape } from './shape.ts';
import { anyShape, anyType, typeBits } from './shape.ts';

/** What coercion found out about one set of arguments. */
export interface CoercionReport {
  readonly faults: ArgumentFault[];
  /** For the audit; without values. */
  readonly remarks: string[];
}

/** A whole number as JSON writes it. */
const integerSyntax = /^(?:0|-?[1-9]\d*)$/;

/** RFC 8259 §6. */
const numberSyntax = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Longer digits are text by mistake. */
const maxDigits = 1_000;

/**
 * Turns text into the one type that a schema admits, where nothing is lost (rules A7, J15, U112), and
 * refuses integers that have lost digits already. Whatever does not change stays the same value, not a copy.
 */
export class Coercion {
  private readonly report: CoercionReport;
  /** `false` leaves text alone, but for digits that no JavaScript number holds. */
  private readonly coercesText: boolean;
  private readonly path: (string | number)[] = [];

  constructor(report: CoercionReport, coercesText: boolean) {
    this.report = report;
    this.coercesText = coercesText;
  }

  /** Coerces one argument, or one member of the value at hand. */
  member(key: string | number, value: ArgumentValue, shape: Shape): ArgumentValue {
    if (shape === anyShape) return value;
    this.path.push(key);
    const coerced = this.value(value, shape);
    this.path.pop();
    return coerced;
  }

  private value(value: ArgumentValue, shape: Shape): ArgumentValue {
    if (typeof value === 'string') return this.text(value, shape);
    if (typeof value === 'number') this.checkDigits(value, shape);
    if (isArgumentArray(value)) return this.array(value, shape);
    return isArgumentObject(value) ? this.object(value, shape) : value;
  }

  private text(text: string, shape: Shape): ArgumentValue {
    const types = shape.types & ~typeBits.null;
    if ((types & typeBits.string) !== 0) return text;
    if (types === typeBits.integer || types === (typeBits.integer | typeBits.number)) {
      return this.number(text, types);
    }
    if (!this.coercesText) return text;
    if (types === typeBits.boolean) return this.boolean(text);
    return (types & ~(typeBits.array | typeBits.object)) === 0 ? this.json(text, shape) : text;
  }

  private number(text: string, types: number): ArgumentValue {
    const isInteger = types === typeBits.integer;
    const syntax = isInteger ? integerSyntax : numberSyntax;
    if (text.length > maxDigits || !syntax.test(text)) return text;
    const value = Number(text);
    const isHeld = isInteger ? Number.isSafeInteger(value) : String(value) === text;
    // Digits that no number holds have no other way to the wire, so they are taken in any case.
    if (!this.coercesText && (isHeld || !integerSyntax.test(text))) return text;
    this.remark(`text was read as ${isInteger ? 'an integer' : 'a number'}`);
    return isHeld ? value : new ExactNumber(text);
  }

  private boolean(text: string): ArgumentValue {
    if (text !== 'true' && text !== 'false') return text;
    this.remark('text was read as true or false');
    return text === 'true';
  }

  /** Models often send JSON text where the value itself is meant (rule A7). */
  private json(text: string, shape: Shape): ArgumentValue {
    const parsed = parseContainer(text);
    if (parsed === undefined) return text;
    const type = Array.isArray(parsed) ? typeBits.array : typeBits.object;
    if ((shape.types & type) === 0) return text;
    this.remark(`JSON text was read as ${Array.isArray(parsed) ? 'a list' : 'an object'}`);
    return this.value(parsed, shape);
  }

  private array(items: readonly ArgumentValue[], shape: Shape): ArgumentValue {
    if (this.isTooDeep()) return items;
    let changed: ArgumentValue[] | undefined;
    for (const [index, item] of items.entries()) {
      const coerced = this.member(index, item, shape.item(index));
      if (coerced === item) continue;
      changed ??= [...items];
      changed[index] = coerced;
    }
    return changed ?? items;
  }

  private object(object: ArgumentObject, shape: Shape): ArgumentValue {
    if (this.isTooDeep()) return object;
    let changed: Record<string, ArgumentValue> | undefined;
    for (const key of Object.keys(object)) {
      const member = object[key];
      if (member === undefined) continue;
      const coerced = this.member(key, member, shape.property(key));
      if (coerced === member) continue;
      changed ??= copyOf(object);
      setOwn(changed, key, coerced);
    }
    return changed ?? object;
  }

  /** An integer beyond 2^53 has been rounded on its way here; only its digits as text would be exact. */
  private checkDigits(value: number, { types }: Shape): void {
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return;
    if (types === anyType) {
      this.remark('an integer beyond 2^53 may have lost digits before it arrived');
    } else if ((types & typeBits.number) === 0) {
      const name = formatPath(this.path);
      this.report.faults.push({
        argument: name,
        message: `\`${name}\` is an integer beyond ±(2^53-1), which loses digits as a JSON number; send its digits as text, like "9007199254740993".`,
      });
    }
  }

  private isTooDeep(): boolean {
    if (this.path.length <= maxArgumentDepth) return false;
    const name = formatPath(this.path.slice(0, 1));
    if (!this.report.faults.some(({ argument }) => argument === name)) {
      this.report.faults.push({
        argument: name,
        message: `\`${name}\` is nested more than ${maxArgumentDepth} levels deep; send a flatter value.`,
      });
    }
    return true;
  }

  private remark(text: string): void {
    this.report.remarks.push(`${formatPath(this.path)}: ${text}`);
  }
}

function parseContainer(text: string): readonly JsonValue[] | ArgumentObject | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  let parsed: ArgumentValue;
  try {
    // JSON.parse gives JSON values only.
    parsed = JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
  // The text starts with a bracket, so nothing else can come out.
  return parsed as readonly JsonValue[] | ArgumentObject;
}

function copyOf(object: ArgumentObject): Record<string, ArgumentValue> {
  const copy: Record<string, ArgumentValue> = {};
  for (const [key, value] of Object.entries(object)) setOwn(copy, key, value);
  return copy;
}
