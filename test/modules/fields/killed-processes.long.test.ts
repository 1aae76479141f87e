import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkIndex } from '../../../src/modules/doctor/data.ts';
import { createFiltersService } from '../../../src/modules/filters/service.ts';
import { createListSource } from '../../../src/modules/lists/references/references.ts';
import { createRandom } from '../../fuzz/random.ts';
import { Killer, MortalServer, Shot } from '../../harness/mortal-server.ts';
import { start } from '../../harness/process.ts';
import { useTestService } from '../../harness/use-service.ts';
import type { Model } from './oracle/model.ts';
import { compareList, compareRead, compareStored, compareTree } from './oracle/own-comparison.ts';
import { declare, saveList, write } from './oracle/own-steps.ts';
import type { Value } from './oracle/own-values.ts';
import { type Answer, type Company, type ImportRow, OwnWorld, type Send } from './oracle/own-world.ts';

const RUNS = Number(process.env.FIELD_KILLS ?? 3);
const SEED = Number(process.env.FIELD_SEED ?? 20_260_301);
const ROUNDS = 6;

const service = useTestService();
let killer: Killer;
let folder: string;
beforeAll(async () => {
  killer = await Killer.start(service.database.url);
  folder = await mkdtemp(join(tmpdir(), 'killed-'));
});
afterAll(async () => {
  await killer.stop();
  await rm(folder, { recursive: true });
});

/** A change that a process makes: whether it is known to have ended, and what it does to the model. */
interface Change {
  isDone: boolean;
  apply: (model: Model) => Promise<void>;
}

/** What reads tell of all companies: values that still stand at a merged one are those of its survivor. */
async function readResolved(world: OwnWorld, organizationId: number): Promise<object> {
  const { rows } = await world.pool.query<{ id: number; fields: Record<string, Value> }>(
    `SELECT coalesce(c.id, s.id) AS id, jsonb_object_agg(f.key, e.value) AS fields
     FROM own_field_values v LEFT JOIN company c ON c.id = v.company_id
     LEFT JOIN retired_company r ON r.id = v.company_id AND c.id IS NULL LEFT JOIN company s ON s.id = r.merged_into
     CROSS JOIN LATERAL jsonb_each(v."values") e JOIN own_field f ON f.id = e.key::int
     WHERE v.scope_id IN (0, $1) AND coalesce(c.id, s.id) IS NOT NULL
     GROUP BY coalesce(c.id, s.id), v.company_id, c.id ORDER BY c.id IS NOT NULL, v.company_id DESC`,
    [organizationId],
  );
  const found: Record<string, Record<string, Value>> = {};
  for (const { id, fields } of rows) found[id] = { ...found[id], ...fields };
  return found;
}

/** Finds the model that agrees with the database: each change that was not answered is stored whole or not at all. */
async function decide(world: OwnWorld, organizationId: number, changes: readonly Change[]): Promise<void> {
  let models = [world.model];
  for (const { isDone, apply } of changes) {
    const changed: Model[] = [];
    for (const model of models) {
      const copy = model.copy();
      // A company of a file that was not stored is not there.
      const isPossible = await apply(copy).then(
        () => true,
        () => false,
      );
      if (isPossible) changed.push(copy);
    }
    models = isDone ? changed : [...models, ...changed];
  }
  const stored = await readResolved(world, organizationId);
  const agreeing = models.find(
    (model) => JSON.stringify(sorted(model.all())) === JSON.stringify(sorted(stored)),
  );
  if (!agreeing) expect(stored).toEqual(models.map((model) => model.all()));
  else world.model = agreeing;
}

/** Writes keys in one order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

/** Sends values to the server that may be killed. */
async function writeValues(
  world: OwnWorld,
  server: MortalServer,
  key: string,
  companies: readonly Company[],
) {
  const entries = world.drawEntries(companies, 1 + world.random.below(60));
  const url = server.url;
  const sending = fetch(`${url}/v1/fields/values`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ values: entries }),
  }).then(
    (answer) => answer.status,
    () => undefined,
  );
  const byName = new Map(
    companies.flatMap(({ id, slug, domains }) => [slug, ...domains].map((name) => [name, id])),
  );
  const apply = async (model: Model) => {
    for (const { identifier, fields } of entries) {
      const id = byName.get(identifier);
      if (id !== undefined) model.set(id, fields);
    }
  };
  const status = await sending;
  expect([200, undefined]).toContain(status);
  return { isDone: status === 200, apply };
}

/** Draws a file of companies: values of the catalogue, or a company that leaves. */
function drawFile(world: OwnWorld, companies: readonly Company[], mayRetire: boolean) {
  const { random } = world;
  const [from, into] = [random.pick(companies), random.pick(companies)];
  const kind = mayRetire ? random.pick(['rows', 'merge', 'retire']) : 'rows';
  if (kind === 'merge' && from !== into)
    return {
      rows: [{ primary_domain: from.primary, merge_into: into.primary }],
      apply: async (model: Model) => model.merge(from.id, into.id),
      leaves: from.id,
    };
  if (kind === 'retire')
    return {
      rows: [{ primary_domain: from.primary, deleted: true }],
      apply: async (model: Model) => model.retire(from.id),
      leaves: from.id,
    };
  const rows: ImportRow[] = world.drawRows(companies, 1 + random.below(40));
  return { rows, apply: (model: Model) => world.take(rows, model) };
}

/** Imports a file in a process that may be killed. */
async function importFile(
  world: OwnWorld,
  companies: readonly Company[],
  { mayRetire, shot }: { mayRetire: boolean; shot: Shot | undefined },
): Promise<Change> {
  const { rows, apply, leaves } = drawFile(world, companies, mayRetire) as ReturnType<typeof drawFile> & {
    leaves?: number;
  };
  const path = join(folder, 'companies.ndjson');
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const args = ['import', path, '--kind', 'companies', '--accept-any', '--rejects', folder];
  const child = start(args, { DATABASE_URL: killer.url });
  if (shot) killer.aim(child.child, shot);
  const { code, stderr } = await child.finished;
  expect([code === 0 || code === null, stderr]).toEqual([true, expect.any(String)]);
  const there = await world.companies();
  // Whether the file was stored shows in the catalogue where it does not in the values.
  const hasLeft = leaves !== undefined && !there.some(({ id }) => id === leaves);
  return {
    isDone: code === 0 || hasLeft,
    apply: leaves !== undefined && !hasLeft ? async () => undefined : apply,
  };
}

async function untilReady(server: MortalServer): Promise<void> {
  while (server.url === undefined) await sleep(20);
}

describe(`processes that write or import values and are killed (-9), seed ${SEED}`, () => {
  it.each(Array.from({ length: RUNS }, (_, run) => SEED + run * 7919))(
    'leave each request and file stored whole or not at all, and everything agrees after a restart (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const { pool, url } = service.database;
      const tenant = await service.createTenant(`killed${seed}`);
      await service.admin.setOperator(tenant.email, true);
      await pool.query('TRUNCATE own_field, own_field_values');
      const server = await MortalServer.start(url, { RATE_LIMIT: 'off' });
      const send: Send = async (method, path, body) => {
        const { status, body: answer } = await service.rest(tenant.userKey)[method](path, body);
        return { status, body: answer } as Answer;
      };
      const world = new OwnWorld(random, pool);
      await world.fill();
      for (let n = 0; n < 6; n += 1) await declare(world, send, await world.companies());
      await write(world, send, await world.companies());
      for (let n = 0; n < 3; n += 1) await saveList(world, send, await world.companies());
      const filters = createFiltersService(pool, { cacheBytes: 20_000, lists: createListSource(pool) });
      const index = { filters, organizationId: tenant.organizationId };
      const draw = () => new Shot({ when: random.pick(['before', 'after']), skip: random.below(25) });
      let round = 0;
      try {
        for (; round < ROUNDS; round += 1) {
          await untilReady(server);
          const companies = await world.companies();
          const changes: Change[] = [];
          const kind = random.pick(['write', 'import', 'both']);
          if (kind !== 'import' && random.chance(0.8)) server.aim(draw());
          const file = { mayRetire: kind === 'import', shot: random.chance(0.8) ? draw() : undefined };
          const writing = kind === 'import' ? [] : [writeValues(world, server, tenant.orgKey, companies)];
          const importing = kind === 'write' ? [] : [importFile(world, companies, file)];
          changes.push(...(await Promise.all([...writing, ...importing])));
          await decide(world, tenant.organizationId, changes);
          // A start moves the values of companies that left when an import was killed after its commit.
          server.kill();
          await sleep(50);
          await untilReady(server);
          await compareStored(world, tenant.organizationId);
          await compareRead(world, send);
          const parts = await world.parts();
          for (const root of random.times(3, () => world.drawTree(parts)))
            await compareTree(world, send, index, root);
          for (const list of world.lists) await compareList(world, send, list);
        }
        const client = await pool.connect();
        expect(await checkIndex(client, 100).finally(() => client.release())).toMatchObject({ state: 'ok' });
        expect(server.kills).toBeGreaterThan(ROUNDS - 1);
      } catch (error) {
        throw new Error(`seed ${seed}, round ${round}: ${(error as Error).message}`, { cause: error });
      } finally {
        await server.close();
      }
    },
  );
});
