import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBooks } from '../harness/ledger.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { faultsOf } from './check.ts';
import { graphqlRequest } from './graphql-requests.ts';
import { createRandom, type Random } from './random.ts';
import { createClient, describe as describeRequest, type FuzzRequest } from './request.ts';
import { restRequest } from './rest-requests.ts';
import type { World } from './values.ts';
import { type Callers, createWorld } from './world.ts';

/** FUZZ_RUNS and FUZZ_SEED: `npm run test:long` has many runs and another seed each time. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 3_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_301);
const MINUTES = 1 + Math.ceil(RUNS / 1_000);
/** Requests until lists and keys are made anew. */
const EPOCH = 150;
const PARALLEL = 4;
/** Failures that are shown: the first ones tell enough. */
const SHOWN = 20;

let service: TestService;
let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await service.createTenant('fuzzed', 100_000);
  other = await service.createTenant('beside', 100);
  await seedSmallCatalogue(service.database.pool);
});
afterAll(() => service.close());

type Make = (random: Random, world: World, key: string | undefined) => FuzzRequest;

/** Sends `count` requests, each determined by the seed and its number. @returns the failures, each kind once. */
async function fuzz(make: Make, count: number): Promise<string[]> {
  const client = createClient(service.url);
  const failures = new Map<string, string>();
  let callers: Callers = await createWorld(service, tenant, other);
  const runOne = async (run: number) => {
    const random = createRandom(SEED + run * 7919);
    const sent = make(random, callers.world, random.pick(callers.keys));
    const faults = await client.send(sent).then(
      (answer) => faultsOf(sent, answer),
      (error: Error) => [`no answer: ${error.message}`],
    );
    for (const fault of faults) {
      const kind = `${sent.path.split('?', 1)[0]?.replace(/\d+/g, 'N')} ${fault.slice(0, 60)}`;
      if (failures.has(kind)) continue;
      failures.set(kind, `seed ${SEED}, run ${run}: ${fault}\n    ${describeRequest(sent)}`);
    }
  };
  for (let run = 0; run < count; run += PARALLEL) {
    if (run % EPOCH < PARALLEL && run > 0) callers = await createWorld(service, tenant, other);
    await Promise.all(Array.from({ length: PARALLEL }, (_, n) => runOne(run + n)));
  }
  client.close();
  return [...failures.values()].slice(0, SHOWN);
}

describe(`${RUNS} requests from the documents, seed ${SEED}`, () => {
  it(
    'over REST are answered as openapi.json says, never with a fault of the server',
    async () => {
      expect((await fuzz(restRequest, RUNS / 2)).join('\n')).toBe('');
    },
    MINUTES * 60_000,
  );

  it(
    'over GraphQL are answered with documented codes, never with a fault of the server',
    async () => {
      expect((await fuzz(graphqlRequest, RUNS / 2)).join('\n')).toBe('');
    },
    MINUTES * 60_000,
  );

  it('leave the ledger equal to the balance, and the service ready', async () => {
    for (const { organizationId } of [tenant, other]) {
      const { balance, ledger } = await readBooks(service.database.pool, organizationId);
      expect(ledger).toBe(balance);
      expect(balance).toBeGreaterThanOrEqual(0);
    }
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });
});
