import type {
  LeftOutOperation,
  Operation,
  Parameter,
  RequestBody,
  ResponseCase,
  Server,
} from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { DiagnosticCode, OperationName } from '../../model/diagnostic.ts';
import { isJsonObject } from '../../model/json.ts';
import type { SecurityRequirement, SecurityScheme } from '../../model/security.ts';
import type { DocumentNode } from '../document-set.ts';
import {
  kindOf,
  locationKey,
  membersOf,
  pointerText,
  readFlag,
  readText,
  readTexts,
} from './nodes.ts';
import { followMisplaced } from './misplaced-references.ts';
import { reconcilePath } from './path-parameters.ts';
import { dropOwnedParameters } from './owned-parameters.ts';
import type { PathItem } from './path-items.ts';
import { parsePathKey } from './path-key.ts';
import { collectParameters } from './raw-parameters.ts';
import type { RawParameter } from './raw-parameters.ts';
import type { Reading } from './reading.ts';
import { admitBody } from './request-methods.ts';

/** An operation being read: where it stands, and what it is called in diagnostics. */
export interface OperationSite extends OperationName {
  /** The Operation Object. */
  readonly node: DocumentNode;
  /** The member of the path item: the same, or a reference to it, which some authors write. */
  readonly member: DocumentNode;
  readonly pathItem: PathItem;
  /** Whether it stands in `additionalOperations`. */
  readonly additional: boolean;
}

/** A request body as found. `unreadable` was reported: the operation cannot be called without it. */
export type BodyReading =
  | { readonly kind: 'none' | 'unreadable' }
  | { readonly kind: 'body'; readonly body: RequestBody };

/** What the versions read in their own ways. */
export interface VersionReader {
  /** Keys of a Path Item Object that are operations, in lower case. */
  readonly methods: ReadonlySet<string>;
  /** Whether a Path Item Object has `additionalOperations` (3.2). */
  readonly additionalOperations: boolean;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** The root's `security`; `undefined` where the document does not say it. */
  readonly security: readonly SecurityRequirement[] | undefined;
  /** Parameters of a body and of a form, which only 2.0 has, are not read here. */
  readParameters(raw: readonly RawParameter[]): readonly Parameter[];
  readBody(site: OperationSite, raw: readonly RawParameter[]): BodyReading;
  readResponses(site: OperationSite): readonly ResponseCase[];
  /** `undefined` where the root's hold. */
  readServers(site: OperationSite): readonly [Server, ...Server[]] | undefined;
  /** `undefined` where the root's holds. */
  readSecurity(operation: DocumentNode): readonly SecurityRequirement[] | undefined;
}

/** The operations of a document; every one of them is in one of the two lists. */
export interface OperationLists {
  readonly operations: readonly Operation[];
  readonly leftOut: readonly LeftOutOperation[];
  /** What the operations are called, by the places that they stand at. */
  readonly names: ReadonlyMap<string, OperationName>;
}

/** Reads every operation of the path items, in document order. */
export function readOperations(
  reading: Reading,
  version: VersionReader,
  pathItems: readonly PathItem[],
): OperationLists {
  const operations: Operation[] = [];
  const leftOut: LeftOutOperation[] = [];
  const names = new Map<string, OperationName>();
  for (const site of pathItems.flatMap((item) => sitesOf(reading, version, item))) {
    names.set(locationKey(site.node.location), nameOf(site));
    names.set(locationKey(site.member.location), nameOf(site));
    const operation = readOperation(reading, version, site);
    if (operation !== undefined) operations.push(operation);
    else leftOut.push(nameOf(site));
  }
  return { operations, leftOut, names };
}

/** Members of a path item that are operations; everything else there is none. */
function sitesOf(reading: Reading, version: VersionReader, pathItem: PathItem): OperationSite[] {
  const sites: OperationSite[] = [];
  const add = (written: string, member: DocumentNode, additional: boolean): void => {
    if (member.value === null) return;
    const node = followMisplaced(reading, member) ?? member;
    const operationId =
      readText(reading, member, 'operationId') ?? readText(reading, node, 'operationId');
    sites.push({
      node,
      member,
      pathItem,
      additional,
      method: additional ? written : written.toUpperCase(),
      path: pathItem.path,
      ...(operationId === undefined ? {} : { operationId }),
    });
  };
  for (const [key, node] of pathItem.members) {
    if (version.methods.has(key)) add(key, node, false);
    if (key !== 'additionalOperations' || !version.additionalOperations) continue;
    for (const [method, operation] of membersOf(reading.documents, node))
      add(method, operation, true);
  }
  return sites;
}

function nameOf({ method, path, operationId }: OperationSite): LeftOutOperation {
  return { method, path, ...(operationId === undefined ? {} : { operationId }) };
}

/** An operation, or `undefined` after a report that says why it cannot be called. */
function readOperation(
  reading: Reading,
  version: VersionReader,
  site: OperationSite,
): Operation | undefined {
  if (!isCallable(reading, version, site)) return undefined;
  const { documents, context } = reading;
  const { node, pathItem } = site;
  const raw = collectParameters(reading, [
    pathItem.members.get('parameters'),
    documents.child(node, 'parameters'),
  ]);
  const declared = new Set(raw.filter(({ place }) => place === 'path').map(({ name }) => name));
  const key = parsePathKey(site.path.startsWith('/') ? site.path : `/${site.path}`, declared);
  if (key.kind === 'unusable') {
    return leaveOut(reading, site, 'path-unusable', {
      message: `The path ${JSON.stringify(site.path)} cannot be sent because ${key.reason}.`,
      fix: 'Write a path of text and whole {parameters}, and declare query parameters as parameters.',
    });
  }
  const body = version.readBody(site, raw);
  if (body.kind === 'unreadable') {
    return leaveOut(reading, site, 'body-unreadable', {
      message: `The request body of ${site.method} ${site.path} cannot be read, so that the operation cannot be called.`,
      fix: 'Mend what the other reports about its body name.',
    });
  }
  const saidSecurity = version.readSecurity(node) ?? version.security;
  const security = saidSecurity ?? [];
  const admitted = body.kind === 'body' ? admitBody(reading, site, body.body) : undefined;
  const servers = version.readServers(site);
  return {
    ...nameOf(site),
    pathTemplate: key.template,
    ...textsOf(reading, site),
    tags: readTexts(reading, node, 'tags'),
    deprecated: readFlag(reading, node, 'deprecated') ?? false,
    additional: site.additional,
    parameters: dropOwnedParameters(
      reading,
      reconcilePath(reading, site, key, version.readParameters(raw)),
      schemesOf(security, version.securitySchemes),
    ),
    ...(admitted === undefined ? {} : { requestBody: admitted }),
    responses: version.readResponses(site),
    ...(servers === undefined ? {} : { servers }),
    security,
    securityDeclared: saidSecurity !== undefined,
    location: site.member.location,
    extensions: [...new Set([...pathItem.sources, node, site.member])].flatMap((source) =>
      context.extensionsOf(source),
    ),
  };
}

/** Summary and description; those of the path item where the operation has none of its own. */
function textsOf(
  reading: Reading,
  { node, member, pathItem }: OperationSite,
): { readonly summary?: string; readonly description?: string } {
  const inherited = (key: string): string | undefined => {
    const member = pathItem.members.get(key);
    return typeof member?.value === 'string' ? member.value : undefined;
  };
  const own = (key: string): string | undefined =>
    readText(reading, member, key) ?? readText(reading, node, key);
  const summary = own('summary');
  const description = own('description');
  const useItem = summary === undefined && description === undefined;
  const [anySummary, anyDescription] = useItem
    ? [inherited('summary'), inherited('description')]
    : [summary, description];
  return {
    ...(anySummary === undefined ? {} : { summary: anySummary }),
    ...(anyDescription === undefined ? {} : { description: anyDescription }),
  };
}

function schemesOf(
  security: readonly SecurityRequirement[],
  schemes: Readonly<Record<string, SecurityScheme>>,
): readonly SecurityScheme[] {
  const names = new Set(
    security.flatMap((requirement) => requirement.schemes.map((s) => s.scheme)),
  );
  return [...names]
    .flatMap((name) => (Object.hasOwn(schemes, name) ? [schemes[name] ?? []] : []))
    .flat();
}

/** Whether there is an operation at all, and its method can be sent. */
function isCallable(reading: Reading, version: VersionReader, site: OperationSite): boolean {
  const { node, method, additional } = site;
  if (!isJsonObject(node.value)) {
    leaveOut(reading, site, 'operation-invalid', {
      message: `The operation at ${pointerText(node.location)} is ${kindOf(node.value)}, not an object.`,
      fix: 'Write an Operation Object.',
    });
    return false;
  }
  if (!additional) return true;
  if (version.methods.has(method.toLowerCase())) {
    leaveOut(reading, site, 'additional-method-repeated', {
      message: `The additional operation ${JSON.stringify(method)} is one of the fixed methods.`,
      fix: `Move it to the field ${method.toLowerCase()} of the path item.`,
    });
    return false;
  }
  // A token (RFC 9110 §5.6.2). CONNECT asks a proxy for a tunnel, not an API for an answer.
  if (/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method) && method !== 'CONNECT') return true;
  leaveOut(reading, site, 'additional-method-invalid', {
    message: `The additional operation ${JSON.stringify(method)} has a name that no HTTP method can have.`,
    fix: 'Name it with letters, digits and hyphens.',
  });
  return false;
}

function leaveOut(
  reading: Reading,
  site: OperationSite,
  code: DiagnosticCode,
  text: { readonly message: string; readonly fix: string },
): undefined {
  reading.report(
    diagnostic(code, {
      ...text,
      location: site.node.location,
      operation: nameOf(site),
      effect: 'operation-left-out',
    }),
  );
  return undefined;
}
