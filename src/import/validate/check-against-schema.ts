import type { SpecificationVersion } from '../../model/api.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, ownValue } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import { detectSpecification } from '../detect.ts';
import type { DocumentSet } from '../document-set.ts';
import type { Violation } from './explain-violations.ts';
import { explainViolations } from './explain-violations.ts';
import type { DocumentCopy } from './official-schemas.ts';
import { validateOfficially } from './official-schemas.ts';

/** Violations that are told one by one. */
const maxViolations = 100;

/**
 * Checks the entry document against the official schema of its version (rule L9): one diagnostic for each
 * faulty value, sorted by pointer. References stay references, so documents that it refers to are not
 * looked at. Does no I/O beside loading the validator, and never rejects.
 */
export async function checkAgainstSchema(documents: DocumentSet): Promise<readonly Diagnostic[]> {
  const { value, location } = documents.entry.root;
  const detected = detectSpecification(value, location);
  if (!detected.ok || !isJsonObject(value)) return [];
  const { version } = detected.value;
  try {
    const { copy, violations } = prepareCopy(value, version);
    const errors = await validateOfficially(copy, version);
    return report([...violations, ...explainViolations(errors)], location);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.name : 'an unknown fault';
    return [
      diagnostic('schema-violation', {
        message: `The document could not be checked against the official schema of OpenAPI ${version} (${reason}).`,
        fix: 'Check the document with another validator.',
        severity: 'info',
        location,
      }),
    ];
  }
}

/** The newest patch of each version: the number never matters, but validators compare it (rule V1). */
const newestPatch: Readonly<Record<SpecificationVersion, string>> = {
  '2.0': '2.0',
  '3.0': '3.0.4',
  '3.1': '3.1.2',
  '3.2': '3.2.0',
};

/** A deep copy, because validators change what they get, without what they stumble over. */
function prepareCopy(
  value: Readonly<Record<string, unknown>>,
  version: SpecificationVersion,
): { readonly copy: DocumentCopy; readonly violations: readonly Violation[] } {
  const copy: DocumentCopy = structuredClone(value);
  const violations: Violation[] = [];
  copy[version === '2.0' ? 'swagger' : 'openapi'] = newestPatch[version];
  const info = copy['info'];
  const infoVersion = isJsonObject(info) ? ownValue(info, 'version') : undefined;
  if (isJsonObject(info) && typeof infoVersion === 'number') {
    violations.push({ pointer: '/info/version', problem: 'must be of type string' });
    copy['info'] = { ...info, version: String(infoVersion) };
  }
  if (copy['paths'] === undefined) {
    copy['paths'] = {};
    const isRequired = version === '2.0' || version === '3.0';
    const hasOther = copy['components'] !== undefined || copy['webhooks'] !== undefined;
    if (isRequired || !hasOther)
      violations.push({ pointer: '', problem: 'lacks the field "paths"' });
  }
  return { copy, violations };
}

function report(violations: readonly Violation[], root: SourceLocation): readonly Diagnostic[] {
  const told = violations.slice(0, maxViolations).map(({ pointer, problem }) =>
    diagnostic('schema-violation', {
      message: `${pointer === '' ? 'The document' : shorten(pointer)} ${problem}.`,
      fix: 'Correct the document; it is read all the same.',
      location: { document: root.document, pointer },
    }),
  );
  const more = violations.length - told.length;
  if (more <= 0) return told;
  const rest = diagnostic('schema-violation', {
    message: `The document breaks its official schema at ${more} more places.`,
    fix: 'Correct the ones above and check again.',
    location: root,
  });
  return [...told, rest];
}

function shorten(pointer: string): string {
  return pointer.length <= 200 ? pointer : `${pointer.slice(0, 200)}…`;
}
