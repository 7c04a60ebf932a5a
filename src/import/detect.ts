import type { SpecificationVersion } from '../model/api.ts';
import type { Diagnostic, Staged } from '../model/diagnostic.ts';
import { diagnostic, refused, staged } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import { isJsonObject, ownValue } from '../model/json.ts';
import type { SourceLocation } from '../model/source.ts';
import { childLocation } from '../model/source.ts';
import { describeKind, recognizeValue } from './recognize.ts';

/** Which specification a document follows. */
export interface DetectedSpecification {
  /** What the document is read as (rule V1). */
  readonly version: SpecificationVersion;
  /** The version field as text, for instance `3.1.0`. */
  readonly written: string;
}

const newestMinor = 2;

/**
 * Finds the version of an entry document by its field (rule V1): numbers are taken for text, the patch
 * part never matters, a higher minor is read as the highest known. Anything that is no OpenAPI document
 * is refused with what it looks like.
 */
export function detectSpecification(
  value: unknown,
  location: SourceLocation,
): Staged<DetectedSpecification> {
  if (!isJsonObject(value)) {
    return refused(
      diagnostic('document-not-openapi', {
        message: `The document is ${describeKind(value)}, not an object with an openapi or swagger field.`,
        fix: 'Give an OpenAPI document, in YAML or JSON.',
        location,
      }),
    );
  }
  for (const field of ['openapi', 'swagger'] as const) {
    const found = ownValue(value, field);
    if (typeof found === 'string' || typeof found === 'number') {
      return readVersion(field, found, childLocation(location, field));
    }
  }
  return refused(notOpenApi(value, location));
}

function readVersion(
  field: 'openapi' | 'swagger',
  found: string | number,
  location: SourceLocation,
): Staged<DetectedSpecification> {
  const written = String(found).trim();
  const diagnostics: Diagnostic[] = [];
  if (typeof found === 'number') {
    diagnostics.push(
      diagnostic('version-not-text', {
        message: `The field ${field} is the number ${written} instead of text.`,
        fix: `Put it in quotes: ${field}: "${written}".`,
        location,
      }),
    );
  }
  const [major, minor] = /^(\d+)(?:\.(\d+))?(?:[.\-+].*)?$/.exec(written)?.slice(1) ?? [];
  if (field === 'swagger' && major === '2' && (minor ?? '0') === '0') {
    return staged({ version: '2.0', written }, diagnostics);
  }
  if (field === 'openapi' && major === '3') {
    return staged({ version: readMinor(Number(minor ?? '0')), written }, [
      ...diagnostics,
      ...newerMinor(Number(minor ?? '0'), written, location),
    ]);
  }
  return refused(
    diagnostic('specification-unknown', {
      message: `The document follows ${field} ${written}, which is not read.`,
      fix: 'Convert it to OpenAPI 2.0 (field swagger) or 3.0 to 3.2 (field openapi).',
      location,
    }),
  );
}

function readMinor(minor: number): SpecificationVersion {
  switch (minor) {
    case 0:
      return '3.0';
    case 1:
      return '3.1';
    default:
      return '3.2';
  }
}

function newerMinor(
  minor: number,
  written: string,
  location: SourceLocation,
): readonly Diagnostic[] {
  if (minor <= newestMinor) return [];
  return [
    diagnostic('specification-newer', {
      message: `The document follows OpenAPI ${written}; it is read as 3.${newestMinor}.`,
      fix:
        'Check the tools, or update this program if a newer version knows OpenAPI ' + written + '.',
      location,
    }),
  ];
}

function notOpenApi(value: JsonObject, location: SourceLocation): Diagnostic {
  const recognized = recognizeValue(value);
  if (recognized !== undefined) {
    return diagnostic('document-not-openapi', {
      message: `The document looks like ${recognized.name}, not like OpenAPI.`,
      fix: recognized.fix,
      location,
    });
  }
  const hasPaths = isJsonObject(ownValue(value, 'paths'));
  return diagnostic('document-not-openapi', {
    message: hasPaths
      ? 'The document has paths but no openapi or swagger field that says which version it follows.'
      : 'The document has no openapi or swagger field.',
    fix: hasPaths
      ? 'Add the field, for instance openapi: 3.0.3, or swagger: "2.0" if it has definitions.'
      : 'Give an OpenAPI document, in YAML or JSON.',
    location,
  });
}
