import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BuildOptions, BuildResult, InitDocument, SpecSource } from '../../src/index.ts';
import { buildBridge, mapSpecs, parseDocumentSource, writeOverlay } from '../../src/index.ts';
import { projectRoot } from '../support/built-program.ts';

const options: BuildOptions = {
  generator: { name: 'openapi-mcp', version: 'test' },
  workingFolder: projectRoot,
};

const documents = readdirSync(path.join(projectRoot, 'specs'))
  .filter((name) => /\.ya?ml$/.test(name) && !name.includes('overlay'))
  .sort();

async function initOf(specs: readonly SpecSource[], problems = false): Promise<string> {
  const { apis = [], mapped } = await mapSpecs(specs, options);
  const list = apis.flatMap((api, index): readonly InitDocument[] => {
    const tools = mapped?.ok === true ? mapped.value[index] : undefined;
    return tools === undefined ? [] : [{ api, mapped: tools }];
  });
  const [first, ...others] = list;
  if (first === undefined) throw new Error('no document');
  const found = problems ? await build(specs) : undefined;
  return writeOverlay([first, ...others], {
    schemaUrl: 'https://example.com/schema.json',
    ...(found === undefined ? {} : { problems: found.diagnostics }),
  });
}

function build(specs: readonly SpecSource[], overlay?: string): Promise<BuildResult> {
  const [first, ...others] = specs;
  if (first === undefined) throw new Error('no document');
  return buildBridge([first, ...others], {
    ...options,
    overlays:
      overlay === undefined ? [] : [{ kind: 'text', text: overlay, uri: 'file:///init.yaml' }],
  });
}

/** Removes the `#` before every line of an entry, as its reader is told to. */
function uncommented(overlay: string): string {
  return overlay.replaceAll(/^( {2,})# (?!-|=|error|warning|info| )|^( {4,})#(?: |$)/gm, '$1$2');
}

const specOf = (name: string): SpecSource => ({ source: parseDocumentSource(`specs/${name}`) });
const about = ({ diagnostics }: BuildResult, uri: string) =>
  diagnostics.filter(({ location }) => location?.document === uri).map(({ message }) => message);

const placeOf = ({ method, path: at }: { readonly method: string; readonly path: string }) =>
  `${method} ${at}`;

describe.each(documents)('the overlay that is begun for %s', (document) => {
  it('changes nothing as it is, and nothing is wrong with it', async () => {
    const specs = [specOf(document)];
    const overlay = await initOf(specs);
    const [plain, shaped] = [await build(specs), await build(specs, overlay)];
    expect(shaped.artifact).toEqual(plain.artifact);
    expect(shaped.changes).toEqual([]);
    expect(about(shaped, 'file:///init.yaml')).toEqual([]);
    expect(plain.artifact?.tools.length).toBeGreaterThan(0);
    for (const { operation } of plain.artifact?.tools ?? []) {
      expect(overlay).toContain(`${operation.method} ${operation.path}`);
    }
  });

  it('changes nothing either where every line counts', async () => {
    const specs = [specOf(document)];
    const overlay = uncommented(await initOf(specs));
    expect(overlay).toMatch(/^ {4}hints: /m);
    const [plain, shaped] = [await build(specs), await build(specs, overlay)];
    expect(
      about(shaped, 'file:///init.yaml').filter((each) => !/changes nothing/.test(each)),
    ).toEqual([]);
    expect(shaped.artifact?.tools).toEqual(plain.artifact?.tools);
    // What an argument would be called and described as otherwise is not told.
    const others = shaped.changes.filter(
      ({ field }) => !/^arguments\.[^.]+\.description$/.test(field),
    );
    expect(others).toEqual([]);
  });

  it('with problems only says each, and changes nothing', async () => {
    const specs = [specOf(document)];
    const overlay = await initOf(specs, true);
    const [plain, shaped] = [await build(specs), await build(specs, overlay)];
    expect(shaped.artifact).toEqual(plain.artifact);
    const places = plain.artifact?.tools.map(({ operation }) => placeOf(operation)) ?? [];
    const codes = plain.diagnostics.flatMap(({ code, operation }) =>
      operation !== undefined && places.includes(placeOf(operation)) ? [code] : [],
    );
    for (const code of codes) expect(overlay).toContain(` ${code}: `);
  });
});

it('is begun for several documents at once', async () => {
  const specs = [specOf('petstore.yaml'), specOf('library-3.2.yaml')];
  const overlay = await initOf(specs);
  const [plain, shaped] = [await build(specs), await build(specs, overlay)];
  expect(shaped.artifact).toEqual(plain.artifact);
  expect(about(shaped, 'file:///init.yaml')).toEqual([]);
});
