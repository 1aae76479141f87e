import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for the responses before them. */
const MAX_WAITING = 100;

interface Connection {
  latest: ServerResponse;
  waiting: number;
}

/**
 * Handles the pipelined requests of a connection one after another. Node would start all of them at once and buffer each
 * response until those before it are sent. A connection with too many waiting requests is closed.
 *
 * @param opened called with each connection at its first request.
 */
export function serializePipelined(
  listener: RequestListener,
  opened: (socket: Socket) => void,
): RequestListener {
  const connections = new WeakMap<Socket, Connection>();
  return (req, res) => {
    const { socket } = req;
    const connection = connections.get(socket);
    if (!connection) {
      connections.set(socket, { latest: res, waiting: 0 });
      opened(socket);
      return listener(req, res);
    }
    const before = connection.latest;
    connection.latest = res;
    // Node assigns the socket to a response once the response before it is complete.
    if (res.socket) return listener(req, res);
    connection.waiting += 1;
    if (connection.waiting > MAX_WAITING) {
      socket.destroy();
      return;
    }
    before.once('close', () => {
      connection.waiting -= 1;
      if (res.socket && !socket.destroyed) listener(req, res);
    });
  };
}
