import type { Diagnostic, Staged } from '../../model/diagnostic.ts';
import { diagnostic, refused, staged } from '../../model/diagnostic.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, jsonEqual, ownValue } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import { childLocation } from '../../model/source.ts';
import type { JsonPath } from './json-path.ts';
import { parseJsonPath } from './json-path.ts';
import type { OverlayAction, OverlayDocument } from './overlay-document.ts';

/**
 * Checks a value against the Overlay Specification (rules O1, O3) and reads its queries. Every fault is
 * reported; one is enough to refuse it.
 */
export function parseOverlay(value: unknown, location: SourceLocation): Staged<OverlayDocument> {
  return new OverlayParser(location).parse(value);
}

class OverlayParser {
  readonly #location: SourceLocation;
  readonly #diagnostics: Diagnostic[] = [];

  constructor(location: SourceLocation) {
    this.#location = location;
  }

  parse(value: unknown): Staged<OverlayDocument> {
    if (!isJsonObject(value))
      return refused(invalid('The overlay is not an object.', this.#location));
    const version = this.#readVersion(value);
    this.#refuseUnknown(value, ['overlay', 'info', 'extends', 'actions'], this.#location);
    const title = this.#readInfo(value, version);
    const extended = this.#readText(value, 'extends', this.#location);
    const [first, ...others] = this.#readActions(value, version);
    const fault = this.#diagnostics.find(({ severity }) => severity === 'error');
    if (fault !== undefined) {
      return refused(fault, ...this.#diagnostics.filter((each) => each !== fault));
    }
    // Without an action there is a fault, so this is for the types alone.
    if (first === undefined) return refused(invalid('The overlay has no actions.', this.#location));
    return staged(
      {
        version,
        title,
        ...(extended === undefined ? {} : { extends: extended }),
        actions: [first, ...others],
        location: this.#location,
      },
      this.#diagnostics,
    );
  }

  #readVersion(value: JsonObject): '1.0' | '1.1' {
    const written = ownValue(value, 'overlay');
    const location = childLocation(this.#location, 'overlay');
    const minor = typeof written === 'string' ? /^1\.(\d+)\.\d+$/.exec(written)?.[1] : undefined;
    if (minor === undefined) {
      this.#fault(
        `The field overlay must be a version as text, such as "1.0.0"; it is ${JSON.stringify(written ?? null)}.`,
        location,
      );
      return '1.1';
    }
    if (Number(minor) > 1) {
      this.#diagnostics.push(
        diagnostic('overlay-version-newer', {
          message: `The overlay follows version 1.${minor}; it is read as 1.1.`,
          fix: 'Check what the overlay changes, or write overlay: 1.1.0.',
          location,
        }),
      );
    }
    return minor === '0' ? '1.0' : '1.1';
  }

  #readInfo(value: JsonObject, version: '1.0' | '1.1'): string {
    const info = ownValue(value, 'info');
    const location = childLocation(this.#location, 'info');
    if (!isJsonObject(info)) {
      this.#fault('The overlay has no info object with a title and a version.', location);
      return '';
    }
    this.#warnUnknown(info, version, location);
    for (const field of ['title', 'version']) {
      if (typeof ownValue(info, field) !== 'string') {
        this.#fault(`The info of the overlay needs a ${field} that is text.`, location);
      }
    }
    this.#readText(info, 'description', location);
    return this.#readText(info, 'title', location) ?? '';
  }

  #readActions(value: JsonObject, version: '1.0' | '1.1'): readonly OverlayAction[] {
    const actions = ownValue(value, 'actions');
    const location = childLocation(this.#location, 'actions');
    if (!isArray(actions) || actions.length === 0) {
      this.#fault('The overlay needs a list of at least one action.', location);
      return [];
    }
    const seen = new Map<string, JsonValue[]>();
    return actions.flatMap((item, index) => {
      const action: JsonValue = item;
      const place = childLocation(location, index);
      if (!isJsonObject(action)) {
        this.#fault(`Action ${index} of the overlay is not an object.`, place);
        return [];
      }
      this.#refuseRepeated(action, seen, place);
      return this.#readAction(action, version, place) ?? [];
    });
  }

  /** Actions must be unique; comparing only those with one target keeps this linear. */
  #refuseRepeated(
    action: JsonObject,
    seen: Map<string, JsonValue[]>,
    location: SourceLocation,
  ): void {
    const key = JSON.stringify(ownValue(action, 'target') ?? null);
    const alike = seen.get(key) ?? [];
    if (alike.some((other) => jsonEqual(other, action))) {
      this.#fault('The overlay has the same action twice.', location);
    }
    seen.set(key, [...alike, action]);
  }

  #readAction(
    action: JsonObject,
    version: '1.0' | '1.1',
    location: SourceLocation,
  ): OverlayAction | undefined {
    const optional = version === '1.0' ? [] : ['copy'];
    const known = ['target', 'description', 'update', 'remove', ...optional];
    this.#refuseUnknown(action, known, location);
    this.#readText(action, 'description', location);
    const remove = ownValue(action, 'remove') ?? false;
    if (typeof remove !== 'boolean') {
      this.#fault('The field remove of an action must be true or false.', location);
    }
    const target = this.#readPath(action, 'target', location);
    const copy = Object.hasOwn(action, 'copy')
      ? this.#readPath(action, 'copy', location)
      : undefined;
    if (target === undefined) return undefined;
    const update = ownValue(action, 'update');
    return {
      target,
      remove: remove === true,
      ...(update === undefined ? {} : { update }),
      ...(copy === undefined ? {} : { copy }),
      location,
    };
  }

  #readPath(
    action: JsonObject,
    field: 'target' | 'copy',
    parent: SourceLocation,
  ): JsonPath | undefined {
    const text = ownValue(action, field);
    const location = childLocation(parent, field);
    if (typeof text !== 'string' || !text.startsWith('$')) {
      this.#fault(
        `The field ${field} of an action must be a JSONPath that begins with $.`,
        location,
      );
      return undefined;
    }
    const result = parseJsonPath(text);
    if (!result.ok) {
      this.#diagnostics.push(
        diagnostic('overlay-target-invalid', {
          message: `${text} is no JSONPath of RFC 9535: ${result.reason}.`,
          fix: text.includes('=~')
            ? "Write search(@.name, 'pattern') instead of @.name =~ /pattern/."
            : "Correct the query; names with special characters are written in brackets and quotes, as in $.paths['/pets'].",
          location,
        }),
      );
      return undefined;
    }
    if (result.path.isLoose) {
      this.#diagnostics.push(
        diagnostic('overlay-target-dialect', {
          message: `${text} follows an older dialect than RFC 9535; it was read as meant.`,
          fix: "Write names with hyphens in brackets and quotes, as in @['x-name'], and no ~ at the end.",
          location,
        }),
      );
    }
    return result.path;
  }

  /** An optional text. */
  #readText(value: JsonObject, field: string, parent: SourceLocation): string | undefined {
    const text = ownValue(value, field);
    if (text === undefined || typeof text === 'string') return text;
    this.#fault(`The field ${field} must be text.`, childLocation(parent, field));
    return undefined;
  }

  /** Nothing depends on what else the info says, and overlays of 1.0 often have the description of 1.1. */
  #warnUnknown(info: JsonObject, version: '1.0' | '1.1', location: SourceLocation): void {
    const known = ['title', 'version', ...(version === '1.0' ? [] : ['description'])];
    for (const key of Object.keys(info)) {
      if (known.includes(key) || key.startsWith('x-')) continue;
      const place = childLocation(location, key);
      const text = `Overlay ${version} knows no field ${JSON.stringify(key)} in info.`;
      this.#diagnostics.push({ ...invalid(text, place), severity: 'warning' });
    }
  }

  #refuseUnknown(value: JsonObject, known: readonly string[], location: SourceLocation): void {
    for (const key of Object.keys(value)) {
      if (known.includes(key) || key.startsWith('x-')) continue;
      this.#fault(
        `The overlay specification knows no field ${JSON.stringify(key)} here.`,
        childLocation(location, key),
      );
    }
  }

  #fault(message: string, location: SourceLocation): void {
    this.#diagnostics.push(invalid(message, location));
  }
}

function invalid(message: string, location: SourceLocation): Diagnostic {
  return diagnostic('overlay-invalid', {
    message,
    fix: 'Correct the overlay; its form is that of the OpenAPI Overlay Specification.',
    location,
  });
}
