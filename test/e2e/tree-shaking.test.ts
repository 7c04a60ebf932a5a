import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/built-program.ts';

/** Where the code of a bundle comes from: zones of this project and packages. */
async function zonesOf(names: string, entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: {
      contents: `import { ${names} } from '${entry}'; console.log(${names});`,
      resolveDir: projectRoot,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    metafile: true,
    outfile: 'out.js',
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return [
    ...new Set(
      inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput === 0 ? [] : [zoneOf(file)])),
    ),
  ].sort();
}

function zoneOf(file: string): string {
  return (
    /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ??
    /^dist\/(src\/[^/]+)/.exec(file)?.[1] ??
    file
  );
}

describe('a bundle of a program that imports', () => {
  it.each(['openapi-mcp/runtime', 'openapi-mcp'])(
    'createBridge from %s holds nothing that reads or maps documents, and no protocol',
    async (entry) => {
      const zones = await zonesOf('createBridge', entry);
      expect(zones).toContain('src/runtime');
      const foreign = zones.filter((zone) =>
        /^src\/(?!runtime$|model$)|js-yaml|^@model/.test(zone),
      );
      expect(foreign).toEqual([]);
    },
  );

  it('serveStdio from openapi-mcp/runtime holds the protocol, and no document', async () => {
    const zones = await zonesOf('createBridge, serveStdio', 'openapi-mcp/runtime');
    expect(zones).toContain('@modelcontextprotocol/server');
    expect(zones.filter((zone) => /^src\/(?:import|mapping|mock|otel)|js-yaml/.test(zone))).toEqual(
      [],
    );
  });

  it.each([
    ['decodeArtifact', ['<stdin>', 'src/model']],
    ['defineTool, failure', ['<stdin>', 'src/runtime']],
  ])('%s from openapi-mcp/runtime holds that alone', async (names, zones) => {
    expect(await zonesOf(names, 'openapi-mcp/runtime')).toEqual(zones);
  });

  it('attachBridge from openapi-mcp/sdk-v1 holds none of the runtime that the bridge brings', async () => {
    expect(await zonesOf('attachBridge', 'openapi-mcp/sdk-v1')).toEqual([
      '<stdin>',
      '@modelcontextprotocol/sdk',
      'src/model',
      'src/runtime',
      'src/sdk-v1.js',
      'zod',
    ]);
  });
});
