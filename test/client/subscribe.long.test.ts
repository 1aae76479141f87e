import { connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, type schema } from '../../clients/typescript/src/client.ts';
import { startTestService } from '../harness/service.ts';
import { createList } from '../modules/lists/operations.ts';

/** Ends what a test leaves open. */
let control: AbortController;

const service = await startTestService();
const tenant = await service.createTenant('watchers');
const gate: Gate = await openGate(Number(new URL(service.url).port));
beforeEach(() => {
  control = new AbortController();
});
afterEach(async () => {
  control.abort();
  gate.open();
  await until(() => service.service.subscriptions() === 0);
});
afterAll(async () => {
  await gate.close();
  await service.close();
});

interface Change {
  kind: schema.ListChangeKind;
  list: { name: string } | null;
}

const changesOf = (id: number) => `subscription { listChanged(listId: ${id}) { kind list { name } } }`;

const renamed = (name: string) => ({ done: false, value: { kind: 'NAME', list: { name } } });
const RESYNC = { done: false, value: { kind: 'RESYNC' } };
const END = { done: true, value: undefined };

function rename(id: number, name: string) {
  return service.rest(tenant.userKey).patch(`/v1/lists/${id}`, { name });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((go) => setTimeout(go, 10));
}

/** Subscribes to a new list, and reads the first change: then the stream is open at both ends. */
async function watch(apiKey = tenant.userKey) {
  const id = await createList(service, tenant.userKey, 'New');
  let isOpen = false;
  const onOpen = () => {
    isOpen = true;
  };
  const client = createClient({ baseUrl: gate.url, apiKey });
  const changes = client.subscribe<Change>(changesOf(id), {}, { signal: control.signal, onOpen });
  const first = changes.next();
  await until(() => isOpen);
  await rename(id, 'Watched');
  expect(await first).toEqual(renamed('Watched'));
  return { id, changes };
}

describe('client.subscribe', () => {
  it('yields each change, and ends when the service completes the stream', async () => {
    const { id, changes } = await watch();
    await rename(id, 'Renamed');
    expect(await changes.next()).toEqual(renamed('Renamed'));
    await service.rest(tenant.userKey).delete(`/v1/lists/${id}`);
    expect(await changes.next()).toEqual({ done: false, value: { kind: 'GONE', list: null } });
    expect(await changes.next()).toEqual(END);
  });

  it('restores a connection that broke, and says so with RESYNC before later changes', async () => {
    const { id, changes } = await watch();
    gate.cut();
    expect(await changes.next()).toEqual(RESYNC);
    await rename(id, 'Restored');
    expect(await changes.next()).toEqual(renamed('Restored'));
  });

  it('restores a connection after attempts that failed', async () => {
    const { changes } = await watch();
    gate.shut();
    const next = changes.next();
    await until(() => gate.refused() >= 2);
    gate.open();
    expect(await next).toEqual(RESYNC);
  });

  it('ends without an error when the signal aborts, and closes the connection', async () => {
    const { changes } = await watch();
    const next = changes.next();
    control.abort();
    expect([await next, await changes.next()]).toEqual([END, END]);
    await until(() => service.service.subscriptions() === 0);
  });

  it('closes the connection when the loop is left', async () => {
    const { id, changes } = await watch();
    await rename(id, 'Enough');
    for await (const { kind } of changes) if (kind === 'NAME') break;
    await until(() => service.service.subscriptions() === 0);
  });

  it('throws what the service refuses: an invisible list, a wrong document, a wrong key', async () => {
    const refusal = (apiKey: string, document: string) =>
      expect(createClient({ baseUrl: gate.url, apiKey }).subscribe(document).next()).rejects;
    const { userKey } = tenant;
    await refusal(userKey, changesOf(999_999)).toMatchObject({
      code: 'list_not_found',
      path: ['listChanged'],
    });
    await refusal(userKey, 'subscription { no }').toMatchObject({ code: 'graphql_validation_failed' });
    await refusal('nonsense', changesOf(999_999)).toMatchObject({ code: 'invalid_api_key', status: 401 });
  });

  it('throws when the key is revoked while the stream is open', async () => {
    const { key, apiKey } = await service.admin.createKey({ user: tenant.email }, {});
    const { changes } = await watch(key);
    await service.database.pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [apiKey.id]);
    await expect(changes.next()).rejects.toMatchObject({ code: 'invalid_api_key' });
  });
});

interface Gate {
  url: string;
  /** Breaks all connections. */
  cut(): void;
  /** Breaks all connections and accepts none until `open`. */
  shut(): void;
  open(): void;
  /** Number of connections that were not accepted. */
  refused(): number;
  close(): Promise<void>;
}

/** Opens a port that leads to the service, like a network that can break. */
async function openGate(port: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let isShut = false;
  let refused = 0;
  const server = createServer((incoming) => {
    if (isShut) {
      refused += 1;
      incoming.destroy();
      return;
    }
    const outgoing = connect(port, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        incoming.destroy();
        outgoing.destroy();
        sockets.delete(socket);
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    cut,
    shut() {
      isShut = true;
      cut();
    },
    open() {
      isShut = false;
    },
    refused: () => refused,
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
