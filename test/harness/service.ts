import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { readConfig } from '../../src/config.ts';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { createLogger, type Logger } from '../../src/lib/logger.ts';
import { type Administration, createAdministration } from '../../src/modules/access/administration.ts';
import { createService, type Service, type ServiceOptions } from '../../src/service.ts';
import { type TestClock, testClock } from './clock.ts';
import { assertConforms, assertGraphQLNames } from './conformance.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const START = '2026-03-01T12:00:00.000Z';

export interface Tenant {
  organizationId: number;
  name: string;
  userId: number;
  email: string;
  /** A personal key of an admin. */
  userKey: string;
  /** A key of the organization. */
  orgKey: string;
}

export interface TestService {
  app: RequestListener;
  /** URL at which the service listens. */
  url: string;
  /** Origin under which browsers reach the service. */
  publicUrl: string;
  service: Service;
  database: TestDatabase;
  clock: TestClock;
  admin: Administration;
  /** Opened beside those of the service, and shared by the services of a database. */
  own: Database;
  prisma: Database['prisma'];
  /** Creates an organization with an admin and a key of each kind. */
  createTenant(name: string, credits?: number): Promise<Tenant>;
  /** Adds a user to a tenant. */
  createColleague(tenant: Tenant, name: string): Promise<Colleague>;
  rest(key?: string): Rest;
  graphql(key: string | undefined, query: string, variables?: object): supertest.Test;
  /** Ends all connections and refuses new ones, like a process that has ended. */
  stopListening(): Promise<void>;
  /** Listens again, at the same port. */
  listenAgain(): Promise<void>;
  close(): Promise<void>;
}

/** A further user of a tenant. */
export interface Colleague {
  userId: number;
  name: string;
  email: string;
  userKey: string;
}

type Send = (path: string, body?: object | string) => supertest.Test;

interface Rest {
  get(path: string): supertest.Test;
  post: Send;
  put: Send;
  patch: Send;
  delete: Send;
}

/** The settings of services in tests: without limits, unless a test sets them. */
export function testConfig(settings: Partial<ServiceOptions['config']> = {}): ServiceOptions['config'] {
  return {
    // Sweeps remove files there. It does not exist.
    ...readConfig({ DATA_DIR: join(tmpdir(), 'company-data-of-no-test') }),
    facetCacheBytes: 64 * 1024 * 1024,
    rateLimit: undefined,
    overload: undefined,
    ...settings,
  };
}

type TestSettings = Partial<Omit<ServiceOptions['config'], 'trustedDocuments'>> &
  Pick<
    ServiceOptions,
    | 'trustedDocuments'
    | 'consoleFiles'
    | 'guideFiles'
    | 'textFiles'
    | 'eventLoop'
    | 'observability'
    | 'isPooled'
  > & {
    /** The database of the service; by default a new one of the test run's server. */
    on?: TestDatabase;
    /** Another service whose database and clock this one shares, like another process. Close this one first. */
    beside?: TestService;
    /** Route of the service to the test's database; by default direct. */
    through?: (databaseUrl: string) => Promise<string>;
    /** Host name under which browsers reach the service at its real port; by default PUBLIC_URL has port 4000. */
    publicHost?: string;
    /** Whether it does work that no request asks for, such as sending webhooks; by default not. */
    works?: boolean;
    /** Replaces the log that TEST_LOG_LEVEL configures. */
    logger?: Logger;
  };

/** URL of a pooler of transactions in front of TEST_DATABASE_URL, to run tests through it. */
const POOLER = process.env.TEST_POOLER_URL;

async function throughPooler(databaseUrl: string): Promise<string> {
  if (POOLER === undefined) return databaseUrl;
  const url = new URL(POOLER);
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
}

/** Starts a complete service with a new database and a clock that stands still. One for each test file. */
export async function startTestService({
  beside,
  on,
  trustedDocuments,
  consoleFiles,
  guideFiles,
  textFiles,
  eventLoop,
  observability,
  through = throughPooler,
  publicHost,
  isPooled = POOLER !== undefined,
  works = false,
  logger = createLogger(process.env.TEST_LOG_LEVEL ?? 'silent'),
  ...settings
}: TestSettings = {}): Promise<TestService> {
  const database = beside?.database ?? on ?? (await createTestDatabase());
  const clock = beside?.clock ?? testClock(START);
  // Rows that have ended by the test's clock have ended. Tests of sweeps begin with another time.
  if (!beside) await database.pool.query('UPDATE last_sweep SET swept_at = $1', ['9999-01-01']);
  const server = createServer();
  const listenAt = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const stopListening = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  await listenAt(0);
  const { port } = server.address() as AddressInfo;
  const site = publicHost === undefined ? {} : { publicUrl: `http://${publicHost}:${port}` };
  const config = testConfig({ databaseDirectUrl: database.url, ...site, ...settings });
  const service = createService({
    config,
    databaseUrl: await through(database.url),
    isPooled,
    clock,
    logger,
    trustedDocuments,
    consoleFiles,
    guideFiles,
    textFiles,
    observability,
    ...(eventLoop && { eventLoop }),
  });
  const own = beside?.own ?? openDatabase({ url: database.url, poolSize: 3 });
  const admin = createAdministration(own, clock);
  server.on('request', service.app);
  if (works) service.beginWork();
  const url = `http://127.0.0.1:${port}`;
  const agent = supertest(url);

  const keyed = (test: supertest.Test, key: string | undefined) => (key ? test.set('X-API-Key', key) : test);
  return {
    app: service.app,
    url,
    publicUrl: config.publicUrl,
    service,
    database,
    clock,
    admin,
    own,
    prisma: own.prisma,
    createTenant: (name, credits = 1000) => createTenant(admin, name, credits),
    createColleague: (tenant, name) => createColleague(admin, tenant, name),
    rest: (key) => {
      const send =
        (method: 'post' | 'put' | 'patch' | 'delete'): Send =>
        (path, body) => {
          const test = conforming(keyed(agent[method](path), key), method, path);
          return body === undefined ? test : test.set('Content-Type', 'application/json').send(body);
        };
      return {
        get: (path) => conforming(keyed(agent.get(path), key), 'get', path),
        post: send('post'),
        put: send('put'),
        patch: send('patch'),
        delete: send('delete'),
      };
    },
    graphql: (key, query, variables) =>
      checked(keyed(agent.post('/graphql'), key).send({ query, variables }), assertGraphQLNames),
    stopListening,
    listenAgain: () => listenAt(port),
    async close() {
      await stopListening();
      await service.close();
      if (beside) return;
      await own.close();
      await database.drop();
    },
  };
}

/** Rejects the awaiting test if a REST response does not conform to openapi.json. */
function conforming(test: supertest.Test, method: string, path: string): supertest.Test {
  return checked(test, (response) => assertConforms(method.toUpperCase(), path, response));
}

/**
 * Adds an expectation that every request has. supertest keeps the stack of each `expect`, and Jest maps it to TypeScript,
 * which takes longer than many a request. This stack says nothing of the test, so none is taken.
 */
function checked(test: supertest.Test, check: (response: supertest.Response) => void): supertest.Test {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return test.expect(check);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function createTenant(admin: Administration, name: string, credits: number): Promise<Tenant> {
  const organization = await admin.createOrganization(name, credits);
  const email = `ada@${name}.example`;
  const user = await admin.createUser({ organization: name, email, name: 'Ada', admin: true });
  const userKey = await admin.createKey({ user: email }, {});
  const orgKey = await admin.createKey({ organization: name }, {});
  return {
    organizationId: organization.id,
    name,
    userId: user.id,
    email,
    userKey: userKey.key,
    orgKey: orgKey.key,
  };
}

async function createColleague(admin: Administration, tenant: Tenant, name: string): Promise<Colleague> {
  const email = `${name.toLowerCase()}@${tenant.name}.example`;
  const user = await admin.createUser({ organization: tenant.name, email, name, admin: false });
  const { key } = await admin.createKey({ user: email }, {});
  return { userId: user.id, name, email, userKey: key };
}
