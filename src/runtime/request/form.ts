import type { ArgumentValue } from '../arguments/argument-value.ts';
import { isArgumentObject } from '../arguments/argument-value.ts';
import type { FieldEncoding, FormEncoding } from '../../model/body-encoding.ts';
import { ownValue } from '../../model/json.ts';
import type { BodyReport } from './body-report.ts';
import { bodyPath, refuseInBody } from './body-report.ts';
import { contentText, fieldPairs } from './content.ts';
import { encodeReservedInQuery, formEncode, percentEncode } from './encode.ts';
import type { Expansion } from './styles.ts';
import { expand, renderPiece, styleRows } from './styles.ts';
import { percentRules, withValueEncoding } from './text-rules.ts';

/**
 * Writes an `application/x-www-form-urlencoded` body (rules B5 to B7), fields in the order given;
 * `undefined` after a fault. A form has no `null`: such a field is left out, and a remark says so.
 */
export function formText(
  encoding: FormEncoding,
  value: ArgumentValue,
  body: BodyReport,
): string | undefined {
  if (!isArgumentObject(value)) {
    return refuseInBody(body, bodyPath(body), 'is sent as a form; send an object of its fields');
  }
  const pairs: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === null) {
      body.report.remark(`${bodyPath(body, name)}: null was left out, for a form cannot say it`);
    } else {
      pairs.push(
        ...writeField(ownValue(encoding.fields, name) ?? encoding.otherwise, name, member, body),
      );
    }
  }
  return pairs.join('&');
}

function writeField(
  field: FieldEncoding,
  name: string,
  value: ArgumentValue,
  body: BodyReport,
): readonly string[] {
  if (field.kind === 'byValue') return fieldPairs(name, value);
  const { serialization, nested } = field;
  if (serialization.kind === 'content') {
    return [`${formEncode(name)}=${formEncode(contentText(serialization.mediaType, value))}`];
  }
  const row = styleRows[serialization.kind === 'style' ? serialization.style : 'form'];
  const reserved = serialization.kind === 'style' && serialization.allowReserved;
  const expansion: Expansion = {
    serialization,
    row,
    rules: reserved ? withValueEncoding(encodeReservedInQuery) : percentRules,
    name: percentEncode(name),
    nested,
  };
  const pieces = expand(expansion, value, (text) => body.report.remark(text));
  return pieces.map((piece) => renderPiece(row, piece));
}
