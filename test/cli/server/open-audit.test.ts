import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAudit, shareSink } from '../../../cli/server/open-audit.ts';
import { defaultRuntimeSettings } from '../../../src/model/settings.ts';
import type { Bridge, BridgeOptions, ToolOutcome } from '../../../src/runtime/index.ts';
import { createBridge, createReplaceableBridge } from '../../../src/runtime/index.ts';
import {
  hashLine,
  noLine,
  verifyAuditChain,
} from '../../../src/runtime/middleware/audit/audit-chain.ts';
import { artifactOf } from '../../support/artifact-builder.ts';
import { done } from '../../support/call-context.ts';

/** A tool that answers when it is told to. */
function heldTool(): {
  readonly release: () => void;
  readonly handler: () => Promise<ToolOutcome>;
} {
  let release = (): void => undefined;
  const answer = new Promise<ToolOutcome>((resolve) => {
    release = () => resolve(done);
  });
  return { release: () => release(), handler: () => answer };
}

function bridgeWith(
  audit: Pick<BridgeOptions, 'audit' | 'auditChain'>,
  handler: () => Promise<ToolOutcome>,
): Bridge {
  const tool = { name: 'own', description: 'Our own.', handler };
  return createBridge({ artifact: artifactOf({ tools: [] }), tools: [tool], ...audit });
}

async function call(bridge: Bridge): Promise<void> {
  const signal = new AbortController().signal;
  await bridge.callTool('own', { arguments: {}, meta: {}, signal, session: undefined });
}

function linesOf(folder: string): readonly (readonly string[])[] {
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n'));
}

describe('the audit of a server whose bridge is replaced', () => {
  it.each([
    ['in one file', undefined],
    ['across files that are full', 400],
  ])(
    'is one chain, also where a call outlives the bridge that it began in: %s',
    async (_case, maxFileBytes) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'open-audit-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const settings = {
        ...defaultRuntimeSettings.audit,
        ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
      };
      const { sink } = openAudit({ settings, folder, stderr: process.stderr });
      if (sink === undefined) throw new Error('no sink');
      const audit = shareSink(sink);
      const held = heldTool();
      const served = createReplaceableBridge(bridgeWith(audit.lent, held.handler));
      const slow = call(served.bridge);
      served.replace(bridgeWith(audit.lent, () => Promise.resolve(done)));
      await call(served.bridge);
      held.release();
      await slow;
      await call(served.bridge);
      await served.bridge.close();
      await audit.close();

      const files = linesOf(folder);
      const lines = files.flat();
      expect(lines.length).toBeGreaterThanOrEqual(8);
      const links = lines.map((line) => (JSON.parse(line) as { readonly prev: string }).prev);
      expect(links).toEqual([noLine, ...lines.slice(0, -1).map(hashLine)]);
      for (const file of files) expect(verifyAuditChain(file)).toEqual([]);
    },
  );
});
