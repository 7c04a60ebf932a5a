import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** A balancer of connections. */
export interface RoundRobin {
  readonly port: number;
  /** Connections that each port has got. */
  readonly connections: ReadonlyMap<number, number>;
  readonly close: () => Promise<void>;
}

/** Gives each new connection to the next of these ports of this machine, and to the one after it where nobody listens. */
export async function startRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  const sockets = new Set<Socket>();
  const connections = new Map(ports.map((port) => [port, 0]));
  let next = 0;

  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };

  function forward(client: Socket, tries: number): void {
    const port = ports[next % ports.length] ?? 0;
    next += 1;
    const server = connect(port, '127.0.0.1');
    track(server);
    server.once('connect', () => {
      connections.set(port, (connections.get(port) ?? 0) + 1);
      client.pipe(server).pipe(client);
      server.once('close', () => client.destroy());
      client.once('close', () => server.destroy());
    });
    server.once('error', () => {
      if (tries > 1 && server.bytesRead === 0 && server.bytesWritten === 0)
        forward(client, tries - 1);
      else client.destroy();
    });
  }

  const balancer = createServer((client) => {
    track(client);
    forward(client, ports.length);
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  // A server that listens on TCP has an address with a port.
  const { port } = balancer.address() as AddressInfo;
  return {
    port,
    connections,
    close: async () => {
      balancer.close();
      for (const socket of sockets) socket.destroy();
      await once(balancer, 'close');
    },
  };
}
