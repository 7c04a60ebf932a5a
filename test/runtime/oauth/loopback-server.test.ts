import { describe, expect, it, onTestFinished } from 'vitest';
import type { RedirectListener } from '../../../src/runtime/oauth/login/loopback-server.ts';
import { listenForRedirect } from '../../../src/runtime/oauth/login/loopback-server.ts';

async function listen(
  redirectUri?: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<RedirectListener> {
  const listener = await listenForRedirect({
    state: 'the-state',
    signal,
    timeoutMs: 10_000,
    ...(redirectUri === undefined ? {} : { redirectUri }),
  });
  onTestFinished(() => listener.finish('failed'));
  return listener;
}

describe('the server for the redirect', () => {
  it('takes the request with its state, and answers it when the login is over', async () => {
    const listener = await listen();
    const page = fetch(`${listener.redirectUri}?code=c1&state=the-state`);
    expect((await listener.redirected).get('code')).toBe('c1');
    listener.finish('done');
    const answer = await page;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(await answer.text()).toContain('You are logged in');
  });

  it.each([
    ['another state', '/callback?code=c1&state=other'],
    ['no state', '/callback?code=c1'],
    ['another path', '/other?code=c1&state=the-state'],
  ])('is not moved by %s', async (_case, target) => {
    const listener = await listen();
    const answer = await fetch(new URL(target, listener.redirectUri));
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('c1');
    const page = fetch(`${listener.redirectUri}?error=access_denied&state=the-state`);
    expect((await listener.redirected).get('error')).toBe('access_denied');
    listener.finish('failed');
    expect((await page).status).toBe(400);
  });

  it('takes one request alone, and only GET', async () => {
    const listener = await listen();
    const url = `${listener.redirectUri}?code=c1&state=the-state`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(400);
    const first = fetch(url);
    await listener.redirected;
    expect((await fetch(url)).status).toBe(400);
    listener.finish('done');
    expect((await first).status).toBe(200);
  });

  it('keeps the path and the port that a client is registered with', async () => {
    const first = await listen();
    first.finish('failed');
    const { port } = new URL(first.redirectUri);
    const other = await listen(`http://localhost:${port}/a/b`);
    expect(other.redirectUri).toBe(`http://localhost:${port}/a/b`);
    await expect(listen(`http://127.0.0.1:${port}/callback`)).rejects.toMatchObject({
      fault: 'endpoint',
    });
  });

  it.each([
    'https://127.0.0.1/callback',
    'http://0.0.0.0/callback',
    'http://example.com/callback',
    'http://127.0.0.1/callback?x=1',
    'my-app://callback',
    'callback',
  ])('does not listen at %s', async (redirectUri) => {
    await expect(listen(redirectUri)).rejects.toMatchObject({
      fault: 'endpoint',
      message: expect.stringContaining(redirectUri),
    });
  });

  it('ends when the login is given up', async () => {
    const controller = new AbortController();
    const listener = await listen(undefined, controller.signal);
    controller.abort();
    await expect(listener.redirected).rejects.toMatchObject({ fault: 'cancelled' });
  });

  it('ends when nobody comes', async () => {
    const listener = await listenForRedirect({
      state: 's',
      signal: new AbortController().signal,
      timeoutMs: 1,
    });
    onTestFinished(() => listener.finish('failed'));
    await expect(listener.redirected).rejects.toMatchObject({ fault: 'login' });
  });
});
