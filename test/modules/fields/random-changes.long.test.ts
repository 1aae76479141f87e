import { describe, expect, it } from '@jest/globals';
import { checkIndex } from '../../../src/modules/doctor/data.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { createFiltersService } from '../../../src/modules/filters/service.ts';
import { createListSource } from '../../../src/modules/lists/references/references.ts';
import { createRandom } from '../../fuzz/random.ts';
import { useTestService } from '../../harness/use-service.ts';
import { emptyCatalogue } from '../import/support.ts';
import {
  compareList,
  compareRead,
  compareReasons,
  compareStored,
  compareTree,
} from './oracle/own-comparison.ts';
import { declare, takeStep, write } from './oracle/own-steps.ts';
import { type Answer, OwnWorld, type Send } from './oracle/own-world.ts';

/** FIELD_RUNS and FIELD_SEED: `npm run test:long` sets many runs, and another seed each time. A failure names its seed. */
const RUNS = Number(process.env.FIELD_RUNS ?? 2);
const SEED = Number(process.env.FIELD_SEED ?? 20_260_301);
const STEPS = 14;
const TREES = 4;

const service = useTestService();
/** Another process over the same database, whose caches notice each change as well. */
const other = useTestService({ beside: service });

/** Sends each request to either process. */
function senderOf(key: string, random: ReturnType<typeof createRandom>): Send {
  return async (method, path, body) => {
    const rest = random.pick([service, other]).rest(key);
    const { status, body: answer } = await rest[method](path, body);
    return { status, body: answer } as Answer;
  };
}

describe(`own fields of both scopes after ${RUNS} random sequences of changes, seed ${SEED}`, () => {
  it.each(Array.from({ length: RUNS }, (_, run) => SEED + run * 7919))(
    'are counted, listed and broken down as their plain values say (seed %i)',
    async (seed) => {
      const { pool } = service.database;
      await emptyCatalogue(pool);
      await pool.query('TRUNCATE own_field, own_field_values, field_scope');
      await rebuildIndex(pool);
      const random = createRandom(seed);
      const tenant = await service.createTenant(`changers${seed}`);
      await service.admin.setOperator(tenant.email, true);
      const send = senderOf(tenant.userKey, random);
      const world = new OwnWorld(random, pool);
      await world.fill();
      for (let n = 0; n < 5; n += 1) await declare(world, send, await world.companies());
      await write(world, send, await world.companies());
      // Members of unsaved trees are read by a third one, whose small cache evicts postings.
      const filters = createFiltersService(pool, { cacheBytes: 20_000, lists: createListSource(pool) });
      const taken: string[] = [];
      try {
        for (let n = 0; n < STEPS; n += 1) {
          taken.push(await takeStep(world, send));
          await compareStored(world, tenant.organizationId);
          await compareRead(world, send);
          const parts = await world.parts();
          for (const root of random.times(TREES, () => world.drawTree(parts)))
            await compareTree(world, send, { filters, organizationId: tenant.organizationId }, root);
          for (const list of world.lists) {
            await compareList(world, send, list);
            await compareReasons(world, send, list);
          }
        }
        const client = await pool.connect();
        const result = await checkIndex(client, 100).finally(() => client.release());
        expect(result).toMatchObject({ state: 'ok' });
      } catch (error) {
        throw new Error(`seed ${seed}, after ${taken.join(', ')}: ${(error as Error).message}`, {
          cause: error,
        });
      }
    },
  );
});
