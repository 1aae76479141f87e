import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect as connectToDatabase } from '../../src/database/connect.ts';
import { isTransactionPooled } from '../../src/database/pooler.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Messages that one connection sent: its startup parameters, and the names of what it prepared. */
interface Sent {
  startup: string;
  prepared: string[];
}

/** Reads the messages of a client (PostgreSQL manual, "Message Formats"). */
function parse(bytes: Buffer): Sent {
  const startupEnd = bytes.readInt32BE(0);
  const sent: Sent = { startup: bytes.toString('latin1', 8, startupEnd), prepared: [] };
  for (let at = startupEnd; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] !== 'P'.charCodeAt(0)) continue;
    const name = at + 5;
    sent.prepared.push(bytes.toString('latin1', name, bytes.indexOf(0, name)));
  }
  return sent;
}

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `postgresql://postgres@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a proxy that keeps what clients send. */
async function startRecorder(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const received: Buffer[][] = [];
  const server = createServer((incoming) => {
    const chunks: Buffer[] = [];
    received.push(chunks);
    const outgoing = connect(`${target.searchParams.get('host')}/.s.PGSQL.5432`);
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    for (const socket of [incoming, outgoing]) socket.on('error', () => undefined);
    incoming.pipe(outgoing).pipe(incoming);
  });
  const url = await listen(server);
  return {
    url: url + target.pathname,
    connections: () => received.map((chunks) => parse(Buffer.concat(chunks))),
  };
}

/** Starts a server that refuses the startup parameter `options`, as PgBouncer does. */
function startRefusing(): Promise<string> {
  const fields = ['SFATAL', 'VFATAL', 'C08P01', 'Munsupported startup parameter: options', ''];
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''), 'latin1');
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return listen(createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, body])))));
}

describe('a service behind a pooler that gives each transaction another session', () => {
  let service: TestService;
  let tenant: Tenant;
  let recorder: Awaited<ReturnType<typeof startRecorder>>;

  beforeAll(async () => {
    service = await startTestService({
      isPooled: true,
      through: async (url) => {
        recorder = await startRecorder(url);
        return recorder.url;
      },
    });
    await seedSmallCatalogue(service.database.pool);
    tenant = await service.createTenant('pooled', 10);
  });
  afterAll(() => service.close());

  it('prepares nothing by name, and sends no startup parameter that a pooler refuses', async () => {
    const rest = service.rest(tenant.userKey);
    const { body } = await rest.post('/v1/lists', { name: 'pooled' });
    const answers = await Promise.all([
      rest.get('/v1/companies/acme.example?include=technologies'),
      rest.get(`/v1/lists/${body.list_id}/members`),
      rest.post('/v1/enrich/partnerships', { domains: ['acme.example'] }),
      service.graphql(tenant.userKey, '{ viewer { organization { name users(first: 1) { totalCount } } } }'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

    const connections = recorder.connections();
    const prepared = connections.flatMap((each) => each.prepared);
    expect(prepared.length).toBeGreaterThan(10);
    expect(prepared.filter((name) => name !== '')).toEqual([]);
    expect(connections.filter(({ startup }) => startup.includes('options'))).toEqual([]);
  });
});

describe('the search for a pooler', () => {
  it('finds one that refuses the startup parameter, and none in front of PostgreSQL', async () => {
    const server = process.env.TEST_SERVER_URL ?? '';
    expect(await isTransactionPooled('auto', await startRefusing())).toBe(true);
    expect(await isTransactionPooled('auto', server)).toBe(false);
    expect(await isTransactionPooled('transaction', server)).toBe(true);
    expect(await isTransactionPooled('none', await startRefusing())).toBe(false);
  });

  it('tells an operator whose migrations would go through it what to set', async () => {
    const url = `${await startRefusing()}/catalogue`;
    await expect(connectToDatabase(url)).rejects.toThrow(
      /^postgres@127\.0\.0\.1:\d+\/catalogue is a pooler: set DATABASE_DIRECT_URL to the database server itself/,
    );
  });
});
