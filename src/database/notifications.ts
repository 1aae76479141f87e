import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from './connect.ts';

interface NotificationOptions {
  /** A server or a session pooler. Behind a transaction pooler, LISTEN receives nothing. */
  url: string;
  /** Called for each failure; the listener tries again. */
  onError(error: unknown): void;
}

interface ChannelListener {
  onMessage(payload: string): void;
  /** Called when it listens again, after a time in which messages may have been missed. */
  onGap(): void;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** A firewall may drop an idle connection without telling either side, so a query tests it. */
const HEARTBEAT_MS = 10_000;
const TIMEOUT_MS = 5_000;

export type Notifications = ReturnType<typeof createNotifications>;

/** Listens on channels of PostgreSQL over one connection of its own, and connects again whenever that breaks. */
export function createNotifications(options: NotificationOptions) {
  const channels = new Map<string, ChannelListener[]>();
  const stop = new AbortController();
  let started: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let current: pg.Client | undefined;

  /** Listens until the connection breaks. */
  async function listen(onListening: () => void): Promise<void> {
    const client = createClient(options.url, {
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
      application_name: 'company-data listener',
    });
    current = client;
    const broken = new Promise<unknown>((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('the listening connection ended')));
    });
    client.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''));
    const heartbeat = setInterval(() => void beat(client), HEARTBEAT_MS);
    try {
      await client.connect();
      for (const channel of channels.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      onListening();
      throw await broken;
    } finally {
      clearInterval(heartbeat);
      await client.end().catch(() => undefined);
    }
  }

  /** Passes a message on. Everybody with access to the database can send malformed ones, which must not end the process. */
  function deliver(channel: string, payload: string): void {
    for (const listener of channels.get(channel) ?? []) {
      try {
        listener.onMessage(payload);
      } catch (error) {
        options.onError(error);
      }
    }
  }

  async function keepListening(onSettled: () => void): Promise<void> {
    let delay = FIRST_RETRY_MS;
    let missed = false;
    while (!stop.signal.aborted) {
      try {
        await listen(() => {
          delay = FIRST_RETRY_MS;
          if (missed) for (const { onGap } of [...channels.values()].flat()) onGap();
          onSettled();
        });
      } catch (error) {
        if (stop.signal.aborted) break;
        options.onError(error);
      }
      missed = true;
      onSettled();
      // Random: many processes lose their connections at once and must not all return at once.
      await sleep(delay * (0.5 + Math.random() / 2), undefined, { signal: stop.signal }).catch(
        () => undefined,
      );
      delay = Math.min(delay * 2, LAST_RETRY_MS);
    }
  }

  return {
    /** Listens on a channel, a plain identifier. It may have several listeners. Call it before `start`. */
    on(channel: string, listener: ChannelListener): void {
      channels.set(channel, [...(channels.get(channel) ?? []), listener]);
    },
    /** Resolves when it listens, or when the first attempt failed. In that case `onGap` is called when it listens. */
    start(): Promise<void> {
      started ??= new Promise((resolve) => {
        running = keepListening(resolve);
      });
      return started;
    },
    async close(): Promise<void> {
      stop.abort();
      await current?.end().catch(() => undefined);
      await running;
    },
  };
}

/**
 * Ends a connection that does not answer, or whose server has become a standby, which no change reaches first. Its `end`
 * event then starts a new one.
 */
async function beat(client: pg.Client): Promise<void> {
  const { rows } = await client
    .query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
    .catch(() => ({ rows: [{ standby: true }] }));
  if (rows[0]?.standby) await client.end().catch(() => undefined);
}
