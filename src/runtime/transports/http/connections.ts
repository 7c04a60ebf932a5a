import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The open connections of a server. */
export interface Connections {
  readonly size: number;
}

/**
 * Bounds the connections of a server so that idle ones, of whatever number, cannot keep others out: beyond the bound
 * the one that has been idle the longest is closed. Only where all of them are in use is a new one refused.
 */
export function boundConnections(server: Server, maxConnections: number): Connections {
  const open = new Set<Socket>();
  /** Without a request in progress, the longest idle one first. */
  const idle = new Set<Socket>();

  server.on('connection', (socket: Socket) => {
    open.add(socket);
    idle.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
    });
    if (open.size <= maxConnections) return;
    const [longest = socket] = idle;
    longest.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (open.has(socket)) idle.add(socket);
    });
  });
  return {
    get size() {
      return open.size;
    },
  };
}
