import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';

export interface DatabaseProxy {
  /** URL of the database through the proxy. */
  url: string;
  /** Ends all connections and refuses new ones, like a stopped server. */
  stop(): Promise<void>;
  /** Accepts connections but forwards nothing in either direction, like a network that loses everything. */
  stall(): void;
  /** Resolves when there is a connection. */
  connected(): Promise<void>;
  /** Forwards again. */
  restart(): Promise<void>;
}

/** Streams through which the bytes of a connection go; without them, as they are. */
export interface Passage {
  toDatabase?: Duplex;
  fromDatabase?: Duplex;
}

/**
 * Starts a proxy between a service and its database, so that the test can make the database unavailable.
 *
 * @param open makes the streams of each connection.
 */
export async function startProxy(
  databaseUrl: string,
  open: () => Passage = () => ({}),
): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const directory = target.searchParams.get('host') ?? '';
  const sockets = new Set<Socket>();
  let stalled = false;
  let server: Server | undefined;
  let port = 0;

  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const relay = (incoming: Socket) => {
    track(incoming);
    if (stalled) return;
    const outgoing = track(connect(`${directory}/.s.PGSQL.5432`));
    const { toDatabase = new PassThrough(), fromDatabase = new PassThrough() } = open();
    incoming.pipe(toDatabase).pipe(outgoing);
    outgoing.pipe(fromDatabase).pipe(incoming);
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  };
  const listen = async () => {
    const opened = createServer(relay);
    server = opened;
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve));
    port = (opened.address() as AddressInfo).port;
  };
  const stop = async () => {
    const closing = server;
    server = undefined;
    const closed = new Promise((resolve) => (closing ? closing.close(resolve) : resolve(undefined)));
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await listen();
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${target.pathname}`,
    stop,
    stall() {
      stalled = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    async connected() {
      if (sockets.size === 0 && server) await once(server, 'connection');
    },
    async restart() {
      await stop();
      stalled = false;
      await listen();
    },
  };
}
