import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBooks } from '../harness/ledger.ts';
import { startTestService, type Tenant, type TestService } from '../harness/service.ts';
import { seedSmallCatalogue } from '../modules/filters/support.ts';
import { faultsOf } from './check.ts';
import { graphqlRequest, graphqlSweep } from './graphql-requests.ts';
import { markedFields, shown } from './nulls.ts';
import { createRandom, type Random } from './random.ts';
import { createClient, describe as describeRequest, type FuzzRequest } from './request.ts';
import { restRequest, restSweep } from './rest-requests.ts';
import { graphqlTour } from './tour.ts';
import type { World } from './values.ts';
import { type Callers, createWorld } from './world.ts';

/**
 * FUZZ_RUNS and FUZZ_SEED: `npm run test:long` sets many runs, and another seed each time. Without FUZZ_RUNS, one of five
 * hostile values is sent.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 240);
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_301);
const SENT_OF_SWEEP = process.env.FUZZ_RUNS === undefined ? 5 : 1;
const MINUTES = 1 + Math.ceil(RUNS / 1_000);
/** Number of sent requests after which lists and keys are created again. */
const EPOCH = 150;
const PARALLEL = 4;
/** Maximum number of failures shown. */
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

type Sweep = (random: Random, world: World, key: string) => Generator<FuzzRequest>;

/** Collects failures, each kind once. */
interface Failures {
  check(sent: FuzzRequest, origin: string): Promise<void>;
  /** Returns the first failures as text; empty if there are none. */
  text(): string;
}

function collectFailures(): Failures & { close(): void } {
  const client = createClient(service.url);
  const failures = new Map<string, string>();
  return {
    close: client.close,
    text: () => [...failures.values()].slice(0, SHOWN).join('\n'),
    async check(sent, origin) {
      const faults = await client.send(sent).then(
        (answer) => faultsOf(sent, answer),
        (error: Error) => [`no answer: ${error.message}`],
      );
      for (const fault of faults) {
        const kind = `${sent.path.split('?', 1)[0]?.replace(/\d+/g, 'N')} ${fault.slice(0, 60)}`;
        if (!failures.has(kind)) failures.set(kind, `${origin}: ${fault}\n    ${describeRequest(sent)}`);
      }
    },
  };
}

/** Sends `count` requests, each determined by the seed and its number. */
async function fuzz(make: Make, count: number): Promise<string> {
  const failures = collectFailures();
  let callers: Callers = await createWorld(service, tenant, other);
  for (let run = 0; run < count; run += PARALLEL) {
    if (run % EPOCH < PARALLEL && run > 0) callers = await createWorld(service, tenant, other);
    const numbers = Array.from({ length: PARALLEL }, (_, n) => run + n);
    await Promise.all(
      numbers.map((number) => {
        const random = createRandom(SEED + number * 7919);
        const sent = make(random, callers.world, random.pick(callers.keys));
        return failures.check(sent, `seed ${SEED}, run ${number}`);
      }),
    );
  }
  failures.close();
  return failures.text();
}

/** Sends a sweep, and creates lists and keys again from time to time. */
async function sweep(make: Sweep): Promise<string> {
  const failures = collectFailures();
  let callers: Callers = await createWorld(service, tenant, other);
  const world = { ...callers.world, onlyValid: true };
  let number = 0;
  let batch: FuzzRequest[] = [];
  const sendBatch = async () => {
    const key = callers.keys[0] ?? '';
    await Promise.all(
      batch.map((sent, index) => {
        const headers = { ...sent.headers, 'X-API-Key': key };
        return failures.check(
          { ...sent, headers },
          `request ${number - (batch.length - 1 - index) * SENT_OF_SWEEP} of the sweep`,
        );
      }),
    );
    batch = [];
  };
  for (const sent of make(createRandom(SEED), world, '')) {
    number += 1;
    if (number % SENT_OF_SWEEP !== 0) continue;
    batch.push(sent);
    if (batch.length === PARALLEL) await sendBatch();
    if (number % (EPOCH * SENT_OF_SWEEP) === 0) {
      callers = await createWorld(service, tenant, other);
      Object.assign(world, callers.world);
    }
  }
  await sendBatch();
  failures.close();
  return failures.text();
}

/** Requests one field after another. */
async function tour(): Promise<string> {
  const failures = collectFailures();
  const { world, keys } = await createWorld(service, tenant, other);
  await service.admin.setOperator(world.emails[0] ?? '', true);
  for (const sent of graphqlTour(createRandom(SEED), { ...world, onlyValid: true }, keys[0] ?? ''))
    await failures.check(sent, 'tour');
  failures.close();
  return failures.text();
}

describe(`${RUNS} requests from the documents, seed ${SEED}`, () => {
  it(
    'over REST get responses that conform to openapi.json, and never a server error',
    async () => {
      expect(await fuzz(restRequest, RUNS / 2)).toBe('');
    },
    MINUTES * 60_000,
  );

  it(
    'over GraphQL get documented codes, and never a server error',
    async () => {
      expect(await fuzz(graphqlRequest, RUNS / 2)).toBe('');
    },
    MINUTES * 60_000,
  );

  it.each<[string, Sweep]>([
    ['REST', restSweep],
    ['GraphQL', graphqlSweep],
  ])(
    'over %s with one hostile value each are refused with documented codes',
    async (_name, make) => {
      expect(await sweep(make)).toBe('');
    },
    MINUTES * 60_000,
  );

  it('show fields that are marked with @semanticNonNull, null with an error alone', async () => {
    expect(await tour()).toBe('');
    const { withValue, withError } = shown;
    const unseen = markedFields().filter((each) => !withValue.has(each) && !withError.has(each));
    // Of some, the world has no object, such as rows of a job.
    expect(unseen.length).toBeLessThan(markedFields().length / 5);
  });

  it('leave the ledger equal to the balance, and the service ready', async () => {
    for (const { organizationId } of [tenant, other]) {
      const { balance, ledger } = await readBooks(service.database.pool, organizationId);
      expect(ledger).toBe(balance);
      expect(balance).toBeGreaterThanOrEqual(0);
    }
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });
});
