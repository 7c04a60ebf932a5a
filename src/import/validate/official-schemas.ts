import type SwaggerParserClass from '@apidevtools/swagger-parser';
import type { SpecificationVersion } from '../../model/api.ts';
import type { SchemaError } from './explain-violations.ts';

/** A document as the parser takes it, not a path or URL. */
type ApiDocument = Exclude<Parameters<typeof SwaggerParserClass.validate>[0], string>;

/** A copy of a document that a validator may change. */
export type DocumentCopy = Record<string, unknown>;

/** Checks a document against the official schema of its version; the libraries are loaded on first use. */
export async function validateOfficially(
  document: DocumentCopy,
  version: SpecificationVersion,
): Promise<readonly SchemaError[]> {
  if (version === '3.2') return validateWithAjv(document);
  const untouched = version === '3.1' ? structuredClone(document) : undefined;
  const errors = await validateWithSwaggerParser(document);
  // The parser's schema of 3.1 is an early one that refuses, for instance, a path item with a $ref: what it
  // finds counts only where the present schema finds something too.
  return untouched === undefined || errors.length === 0 ? errors : validateWithAjv(untouched);
}

/**
 * Validates 2.0, 3.0 and 3.1. Nothing is dereferenced: the official schemas are made for documents with
 * references, and so no file or URL is touched.
 */
async function validateWithSwaggerParser(document: DocumentCopy): Promise<readonly SchemaError[]> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    // Whether it has the shape of its type is what the parser is asked.
    await SwaggerParser.validate(document as unknown as ApiDocument, {
      resolve: { external: false },
      dereference: { circular: 'ignore', excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    });
    return [];
  } catch (thrown) {
    if (thrown instanceof SyntaxError && 'details' in thrown && Array.isArray(thrown.details)) {
      return thrown.details.filter(isSchemaError);
    }
    throw thrown;
  }
}

async function validateWithAjv(document: DocumentCopy): Promise<readonly SchemaError[]> {
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  const { errors } = await new Validator({ allErrors: true }).validate(document);
  // Text instead of a list is about references, which the import follows itself.
  return Array.isArray(errors) ? errors.filter(isSchemaError) : [];
}

function isSchemaError(value: unknown): value is SchemaError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'instancePath' in value &&
    'keyword' in value &&
    typeof value.instancePath === 'string'
  );
}
