import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface NotificationOptions {
  /** A server or a session pooler: a connection that is shared by transactions hears nothing. */
  url: string;
  /** A plain identifier. */
  channel: string;
  onMessage(payload: string): void;
  /** Listening again, after a time in which messages may have been missed. */
  onGap(): void;
  /** Told of each failure; the listener goes on trying. */
  onError(error: unknown): void;
}

export interface Notifications {
  /** Resolves once it listens; after a failed first attempt too, as `onGap` tells then when it does. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** A connection that a firewall has forgotten says nothing: it is asked. */
const HEARTBEAT_MS = 10_000;
const TIMEOUT_MS = 5_000;

/** Listens on a channel of PostgreSQL over one connection of its own, which is made again whenever it breaks. */
export function createNotifications(options: NotificationOptions): Notifications {
  const stop = new AbortController();
  let started: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let current: pg.Client | undefined;

  /** Listens until the connection breaks. */
  async function listen(onListening: () => void): Promise<void> {
    const client = createClient(options.url);
    current = client;
    const broken = new Promise<unknown>((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('the listening connection ended')));
    });
    client.on('notification', ({ payload }) => deliver(payload ?? '', options));
    const heartbeat = setInterval(() => beat(client), HEARTBEAT_MS);
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(options.channel)}`);
      onListening();
      throw await broken;
    } finally {
      clearInterval(heartbeat);
      await client.end().catch(() => undefined);
    }
  }

  async function keepListening(onSettled: () => void): Promise<void> {
    let delay = FIRST_RETRY_MS;
    let missed = false;
    while (!stop.signal.aborted) {
      try {
        await listen(() => {
          delay = FIRST_RETRY_MS;
          if (missed) options.onGap();
          onSettled();
        });
      } catch (error) {
        if (stop.signal.aborted) break;
        options.onError(error);
      }
      missed = true;
      onSettled();
      // Many processes lose their connections at once: they must not all come back at once.
      await sleep(delay * (0.5 + Math.random() / 2), undefined, { signal: stop.signal }).catch(
        () => undefined,
      );
      delay = Math.min(delay * 2, LAST_RETRY_MS);
    }
  }

  return {
    start() {
      started ??= new Promise((resolve) => {
        running = keepListening(resolve);
      });
      return started;
    },
    async close() {
      stop.abort();
      await current?.end().catch(() => undefined);
      await running;
    },
  };
}

function createClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
    options: '-c TimeZone=UTC',
    application_name: 'company-data listener',
  });
}

/** Anybody who reaches the database can send nonsense: that is no reason to fall. */
function deliver(payload: string, { onMessage, onError }: NotificationOptions): void {
  try {
    onMessage(payload);
  } catch (error) {
    onError(error);
  }
}

/** Ends a connection that does not answer: whoever listens on it is told by its end. */
function beat(client: pg.Client): void {
  client.query('SELECT 1').catch(() => client.end().catch(() => undefined));
}
