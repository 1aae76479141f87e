import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for the answer before them. */
const MAX_WAITING = 100;

interface Connection {
  latest: ServerResponse;
  waiting: number;
}

/**
 * Handles pipelined requests one after another: Node would hand over all of them at once and hold every answer until
 * those before it are read. So a connection has one answer at a time. One that sends more requests ahead than may wait
 * is closed.
 *
 * @param opened is called with each connection at its first request.
 */
export function inTurn(listener: RequestListener, opened: (socket: Socket) => void): RequestListener {
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
    // Node gives an answer its socket once no other has it.
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
