// Bundles the generated server. `server.mjs` alone serves stdio; what is asked for more seldom stands in parts
// beside it (`server-http.mjs`, …) that it loads when they are configured. esbuild would put what both use into
// a third file; here it stays in server.mjs, from which the parts import it.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const main = 'server.mjs';

const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  // Of packages in both formats the one that leaves out what nobody uses.
  mainFields: ['module', 'main'],
  target: 'node20',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'warning',
};

// Packages in CommonJS ask for Node's own modules with require().
const banner =
  "import{createRequire as $createRequire}from'node:module';const require=$createRequire(import.meta.url);\n";

/**
 * Writes the program to a folder. Equal sources give equal bytes.
 *
 * @param {object} options
 * @param {string} options.root folder of the package
 * @param {string} options.entry of the server, from root
 * @param {string} options.folder where the program goes
 * @param {string} options.scratch a folder for what is in between
 */
export async function bundleServer({ root, entry, folder, scratch }) {
  await rm(scratch, { recursive: true, force: true });
  const pieces = await split({ root, entry, scratch });
  await mkdir(folder, { recursive: true });
  // Parts import each other for the order in which they run, too, which this package's own file calls needless.
  await writeFile(path.join(scratch, 'package.json'), '{}');
  const files = await joinPieces(pieces, scratch);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  await writeFile(path.join(folder, 'THIRD-PARTY-NOTICES.md'), await notices(root, pieces.inputs));
}

/** First pass: everything from sources, cut where `import()` stands. */
async function split({ root, entry, scratch }) {
  const { metafile } = await build({
    ...common,
    absWorkingDir: root,
    entryPoints: { server: entry },
    outdir: scratch,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'server-[name]-[hash]',
    splitting: true,
    alias: { '@modelcontextprotocol/server/_shims': path.join(root, 'scripts', 'sdk-shims.mjs') },
    metafile: true,
  });
  const outputs = Object.fromEntries(
    Object.entries(metafile.outputs).map(([file, output]) => [path.basename(file), output]),
  );
  const kept = partsOf(outputs, ({ kind }) => kind === 'import-statement');
  return {
    outputs,
    /** Parts that server.mjs cannot do without. */
    kept,
    // esbuild also cuts out parts that only code would load which nobody uses.
    lazy: partsOf(outputs, () => true)
      .filter((name) => !kept.includes(name))
      .sort(),
    inputs: Object.keys(metafile.inputs),
  };
}

/** server.mjs and every part that it imports, directly or not, by imports that count. */
function partsOf(outputs, counts) {
  const found = [main];
  for (const name of found) {
    for (const imported of outputs[name].imports) {
      const part = path.basename(imported.path);
      if (!imported.external && counts(imported) && !found.includes(part)) found.push(part);
    }
  }
  return found;
}

/** Second pass: server.mjs with all of its parts, exporting what the lazy ones take from it. */
async function joinPieces({ outputs, kept, lazy }, scratch) {
  const shared = kept.filter((name) => name !== main);
  const alias = (name, exported) => `p${shared.indexOf(name)}_${exported}`;
  const reexports = shared.map((name) => {
    const names = outputs[name].exports.map(
      (exported) => `${exported} as ${alias(name, exported)}`,
    );
    return `export { ${names.join(', ')} } from './${name}';`;
  });
  const result = await build({
    ...common,
    // Loaded by import() so that the parts can import this file while its program is still starting.
    stdin: {
      contents: [...reexports, `void import('./${main}');`].join('\n'),
      resolveDir: scratch,
    },
    external: lazy.map((name) => `./${name}`),
    banner: { js: banner.trimEnd() },
    write: false,
  });
  const stable = stableNames(outputs, lazy);
  const rename = (text) =>
    Object.entries(stable).reduce((renamed, [name, to]) => renamed.replaceAll(name, to), text);
  const files = { [main]: rename(result.outputFiles[0].text) };
  for (const name of lazy) {
    const text = await readFile(path.join(scratch, name), 'utf8');
    files[stable[name]] = banner + rename(importsFromMain(text, shared, alias));
  }
  return files;
}

/** Lets a lazy part import from server.mjs what esbuild had put into a shared part. */
function importsFromMain(text, shared, alias) {
  return text.replaceAll(
    /import(?:\{([^}]*)\}from)?"\.\/([\w.-]+)"/g,
    (statement, clause = '', name) => {
      if (!shared.includes(name)) return statement;
      const names = clause
        .split(',')
        .filter((part) => part !== '')
        .map((part) => {
          const [exported, local = exported] = part.split(' as ');
          return `${alias(name, exported)} as ${local}`;
        });
      return `import{${names.join(',')}}from"./${main}"`;
    },
  );
}

/**
 * Names by what a part holds instead of by a hash of its bytes, so that a new version of the program replaces
 * the files of the old one: `server-http.mjs`, `server-ajv.mjs`, and `server-shared-2.mjs` for a second of one name.
 */
function stableNames(outputs, names) {
  const taken = new Set();
  return Object.fromEntries(
    names.map((name) => {
      const base = `server-${subjectOf(outputs[name].entryPoint)}`;
      let stable = `${base}.mjs`;
      for (let number = 2; taken.has(stable); number += 1) stable = `${base}-${number}.mjs`;
      taken.add(stable);
      return [name, stable];
    }),
  );
}

/** The package or the file that a part begins with; what several parts share begins with none. */
function subjectOf(entryPoint) {
  if (entryPoint === undefined) return 'shared';
  const dependency = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(entryPoint)?.[1];
  return dependency === undefined
    ? path.basename(entryPoint).replace(/\.\w+$/, '')
    : dependency.replaceAll(/[^\w-]+/g, '-').replace(/^-/, '');
}

/** The licences of every package of which something is in the program. */
async function notices(root, inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match !== null) folders.add(match[1]);
  }
  const parts = [];
  const known = new Map();
  for (const folder of [...folders].sort((a, b) => (a < b ? -1 : 1))) {
    const manifest = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'));
    const texts = await licenceTexts(path.join(root, folder));
    parts.push(
      `## ${manifest.name} ${manifest.version}`,
      `Licence: ${manifest.license}`,
      ...(texts.length === 0 ? ['The package carries no text of its licence.'] : []),
      ...texts.map((text) =>
        known.has(text) ? `The same text as that of ${known.get(text)}.` : text,
      ),
    );
    for (const text of texts) if (!known.has(text)) known.set(text, manifest.name);
  }
  const head = 'Parts of the following packages are contained in the program beside this file.';
  return `${['# Third-party notices', head, ...parts].join('\n\n')}\n`;
}

/** As blocks of code in Markdown. */
async function licenceTexts(folder) {
  const names = (await readdir(folder)).filter((name) =>
    /^(licen[cs]e|notice|copying)/i.test(name),
  );
  const texts = await Promise.all(
    names.sort().map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  return texts.map((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => `    ${line}`.trimEnd())
      .join('\n'),
  );
}
