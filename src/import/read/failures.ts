import type { ReadFailure } from './outcome.ts';
import { readFailure } from './outcome.ts';

/** What a system or network error says to people, by its code. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'the host cannot be reached',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ENETUNREACH: 'the network cannot be reached',
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is no folder',
  ENOTFOUND: 'the host name is not known',
  EPERM: 'permission is denied',
  ETIMEDOUT: 'there was no answer in time',
  TimeoutError: 'there was no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'there was no answer in time',
  UND_ERR_SOCKET: 'the connection was cut',
};

/** Turns an error of a port into a failure. The error's own message is never shown: it may hold a URL with secrets. */
export function explainError(name: string, thrown: unknown): ReadFailure {
  const code = errorCode(thrown);
  return readFailure(
    'unreadable',
    `${name} could not be read: ${explainCode(code)}.`,
    code === 'ENOENT'
      ? 'Check the path.'
      : 'Remove the cause, or give the document in another way.',
  );
}

function explainCode(code: string): string {
  if (Object.hasOwn(meanings, code)) return meanings[code] ?? code;
  if (/CERT|TLS|SSL|SIGNATURE/.test(code)) {
    return `the server's certificate is not trusted (${code})`;
  }
  return code === '' ? 'the connection failed' : `the system says ${code}`;
}

/** The code of a Node error, of its cause, or the name of an aborted request's error. */
function errorCode(thrown: unknown): string {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; depth += 1) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    if (error.name === 'TimeoutError') return error.name;
    error = error.cause;
  }
  return '';
}
