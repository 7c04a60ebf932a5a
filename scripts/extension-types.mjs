// Writes `server.d.mts`, the types of what people write beside a generated server: the declarations of
// src/runtime/extension-types.ts with everything that they name, and nothing else, in one file without imports.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const entry = 'src/runtime/extension-types.d.ts';

const head = `// Types for middleware.mjs and tools.mjs, for editors and \`tsc --checkJs\`. Written with server.mjs; do not edit.
`;

/**
 * @param {string} folder of the compiled package, with declarations beside the JavaScript
 * @returns {Promise<string>} the text of `server.d.mts`
 */
export async function extensionTypes(folder) {
  const declarations = await readDeclarations(path.join(folder, entry));
  const wanted = [...declarations.values()].filter(({ file }) => file.endsWith(entry));
  for (const { text } of wanted) {
    for (const name of identifiersIn(text)) {
      const used = declarations.get(name);
      if (used !== undefined && !wanted.includes(used)) wanted.push(used);
    }
  }
  return `${head}\n${wanted.map(({ text }) => text).join('\n\n')}\n`;
}

/** Every top-level declaration of a file and of the files that it imports, by name. */
async function readDeclarations(first) {
  const declarations = new Map();
  const files = [first];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    for (const [, specifier] of text.matchAll(
      /^(?:import|export) type [^;]*? from '(.+?)\.ts';/gm,
    )) {
      if (!specifier.startsWith('.')) throw new Error(`${file} needs the package ${specifier}.`);
      const imported = `${path.join(path.dirname(file), specifier)}.d.ts`;
      if (!files.includes(imported)) files.push(imported);
    }
    for (const declaration of declarationsIn(text)) {
      const before = declarations.get(declaration.name);
      if (before !== undefined && before.text !== declaration.text) {
        throw new Error(`${declaration.name} is declared in ${before.file} and in ${file}.`);
      }
      declarations.set(declaration.name, { ...declaration, file });
    }
  }
  return declarations;
}

/** Types and interfaces of a file with their comments; values are no types, and nothing here needs one. */
function declarationsIn(text) {
  const starts = /^(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?(?:export )?(?:declare )?(\w+) (\w+)/gm;
  const found = [...text.matchAll(starts)];
  return found.flatMap((match, index) => {
    const [, keyword, name] = match;
    const end = found[index + 1]?.index ?? text.length;
    const declaration = text.slice(match.index, end).trimEnd();
    return keyword === 'interface' || keyword === 'type' ? [{ name, text: declaration }] : [];
  });
}

function identifiersIn(text) {
  const code = text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/'[^'\n]*'/g, '');
  return new Set(code.match(/\b[A-Za-z_]\w*\b/g));
}
