import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildServer, projectRoot, temporaryFolder } from '../support/built-program.ts';
import { startPetstoreUpstream } from '../support/petstore-upstream.ts';
import { RawClient } from '../support/raw-client.ts';

const corpus = path.join(projectRoot, '../shared/corpus');

function githubDocument(): string | undefined {
  const manifest = path.join(corpus, 'manifest.json');
  if (!existsSync(manifest)) return undefined;
  // The manifest is a list of records with an id and an entry file.
  const records = JSON.parse(readFileSync(manifest, 'utf8')) as readonly {
    readonly id: string;
    readonly entry: string;
  }[];
  const entry = records.find(({ id }) => id === 'github-rest')?.entry;
  return entry === undefined ? undefined : path.join(corpus, entry);
}

const spec = githubDocument();

describe.skipIf(spec === undefined)("GitHub's REST document", () => {
  it('becomes a server of 1,223 tools, and one call of each verb arrives as described', async () => {
    const upstream = await startPetstoreUpstream();
    onTestFinished(() => upstream.close());
    const folder = path.join(temporaryFolder(), 'github-mcp');
    await buildServer(spec ?? '', folder, '--direct', '--base-url', upstream.url);
    const client = new RawClient([path.join(folder, 'server.mjs'), '--audit', 'off']);
    await client.initialize();
    const list = await client.request('tools/list');
    expect(list.result?.['tools']).toHaveLength(1_223);
    const calls: readonly (readonly [string, Record<string, unknown>])[] = [
      ['repos_get', { owner: 'a b', repo: 'c' }],
      ['issues_create', { owner: 'a', repo: 'c', body: { title: 'Broken' } }],
      ['activity_star-repo-for-authenticated-user', { owner: 'a', repo: 'c' }],
      ['issues_update', { owner: 'a', repo: 'c', issue_number: 7, body: { state: 'closed' } }],
      ['repos_delete', { owner: 'a', repo: 'c' }],
      ['issues_list-for-repo', { owner: 'a', repo: 'c', state: 'open', labels: 'x,y' }],
    ];
    for (const [name, values] of calls) {
      const answer = await client.request('tools/call', { name, arguments: values });
      expect(answer.result?.['isError'], name).toBeFalsy();
    }
    expect(upstream.seen.map(({ line, body }) => [line, body])).toEqual([
      ['GET /repos/a%20b/c', ''],
      ['POST /repos/a/c/issues', '{"title":"Broken"}'],
      ['PUT /user/starred/a/c', ''],
      ['PATCH /repos/a/c/issues/7', '{"state":"closed"}'],
      ['DELETE /repos/a/c', ''],
      ['GET /repos/a/c/issues?state=open&labels=x%2Cy', ''],
    ]);
  });
});
