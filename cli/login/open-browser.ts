import { spawn } from 'node:child_process';

/** Opens a page in the person's browser, if there is one; the page's address is told in any case. */
export function openBrowser(url: string): void {
  const [program, ...args] = browserCommand(url);
  try {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, shell: false });
    child.on('error', () => undefined);
    child.unref();
  } catch {
    // The person opens it by hand.
  }
}

/** No shell reads the address: it comes from an authorization server. */
function browserCommand(url: string): readonly [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}
