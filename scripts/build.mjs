// Builds the package: `src` and `cli` to JavaScript and types in dist/, the generated server's program to
// dist/server/. Equal sources and equal dependencies give equal bytes.
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...names) => path.join(root, ...names);

/** TypeScript to dist/, of which nothing old stays. */
async function compile() {
  await rm(at('dist'), { recursive: true, force: true });
  const tsc = at('node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', at('tsconfig.build.json')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('TypeScript found errors.');
  await chmod(at('dist', 'cli', 'main.js'), 0o755);
}

/** The generated server in one file, and what it loads only when asked beside it. */
async function bundle() {
  const result = await build({
    absWorkingDir: root,
    entryPoints: { server: 'cli/server/main.ts' },
    outdir: 'dist/server',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'server-[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    keepNames: false,
    legalComments: 'none',
    charset: 'utf8',
    // Packages in CommonJS that are bundled ask for Node's own modules with require().
    banner: {
      js: "import{createRequire as $createRequire}from'node:module';const require=$createRequire(import.meta.url);",
    },
    alias: { '@modelcontextprotocol/server/_shims': at('scripts', 'sdk-shims.mjs') },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  await mkdir(at('dist', 'server'), { recursive: true });
  for (const { name, text } of withStableNames(result.outputFiles)) {
    await writeFile(at('dist', 'server', name), text);
  }
  await writeFile(
    at('dist', 'server', 'THIRD-PARTY-NOTICES.md'),
    await notices(Object.keys(result.metafile.inputs)),
  );
}

/**
 * Chunks named by what they hold instead of by a hash of their bytes, so that a new version of the program
 * replaces the files of the old one: `server-http.mjs`, and `server-chunk-2.mjs` for a second of one name.
 */
function withStableNames(outputs) {
  const files = outputs
    .map((file) => ({ name: path.basename(file.path), text: file.text }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Map();
  const taken = new Set(['server.mjs']);
  for (const { name } of files.filter((file) => file.name !== 'server.mjs')) {
    const base = name.replace(/-[A-Z0-9]{8}\.mjs$/, '');
    let stable = `${base}.mjs`;
    for (let number = 2; taken.has(stable); number += 1) stable = `${base}-${number}.mjs`;
    taken.add(stable);
    names.set(name, stable);
  }
  return files.map((file) => {
    let { text } = file;
    for (const [name, stable] of names) text = text.replaceAll(name, stable);
    return { name: names.get(file.name) ?? file.name, text };
  });
}

/** The licences of every package of which something is in the bundle. */
async function notices(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const match = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match !== null) folders.add(input.slice(0, input.lastIndexOf(match[1]) + match[1].length));
  }
  const parts = [];
  for (const folder of [...folders].sort((a, b) => (a < b ? -1 : 1))) {
    const manifest = JSON.parse(await readFile(at(folder, 'package.json'), 'utf8'));
    const files = (await readdir(at(folder)))
      .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
      .sort((a, b) => (a < b ? -1 : 1));
    const texts = await Promise.all(files.map((name) => readFile(at(folder, name), 'utf8')));
    const fallback = `${manifest.license}; the package carries no text of it.`;
    parts.push(
      `## ${manifest.name} ${manifest.version}`,
      `Licence: ${manifest.license}`,
      ...(texts.length === 0 ? [fallback] : texts).map((text) =>
        text
          .trim()
          .split('\n')
          .map((line) => `    ${line}`.trimEnd())
          .join('\n'),
      ),
    );
  }
  const head = 'Parts of the following packages are contained in the program beside this file.';
  return `${['# Third-party notices', head, ...parts].join('\n\n')}\n`;
}

await compile();
await bundle();
