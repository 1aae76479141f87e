import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { backendOf, bareConnection, connectionOf } from './internals.ts';

const TIMEOUT_MS = 5_000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;
/** After this time a server that ignores requests to cancel counts as unreachable. */
const GIVE_UP_MS = 10_000;

/**
 * Repeats the request to cancel until the client is back, as one that overtakes its statement has no effect. Closes the
 * connection to a server that cannot be reached: the system would keep it, and its place in the pool, for minutes.
 */
export async function cancelUntil(isBack: () => boolean, client: pg.PoolClient): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  for (let pause = FIRST_RETRY_MS; !isBack(); pause = Math.min(2 * pause, LAST_RETRY_MS)) {
    await requestCancel(client);
    if (!isBack() && performance.now() > until) return breakOff(client);
    if (!isBack()) await delay(pause, undefined, { ref: false });
  }
}

/**
 * Asks the server to cancel what a client runs (PostgreSQL manual, "Canceling Requests in Progress"). The request has a
 * connection of its own and the secret of the client's session. So it cannot hit another session, and it works through
 * poolers and when no connection is left.
 *
 * @returns when the server has taken the request, or cannot be reached. The request has no effect on a statement that has
 * ended, nor on one that the server has not read yet: repeat it until the client is released.
 */
export function requestCancel(client: pg.PoolClient): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = backendOf(client);
  const connection = bareConnection(ssl);
  const cancel = () => connection.cancel(processID, secretKey);
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => connection.stream.destroy(), TIMEOUT_MS).unref();
    connection.on('end', () => {
      clearTimeout(giveUp);
      resolve();
    });
    connection.on('error', () => connection.stream.destroy());
    connection.on('sslconnect', cancel);
    connection.on('connect', () => {
      if (!ssl) cancel();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}

/** Closes the connection of a client without telling the server. What it runs fails at once. */
export function breakOff(client: pg.PoolClient): void {
  connectionOf(client).stream.destroy();
}
