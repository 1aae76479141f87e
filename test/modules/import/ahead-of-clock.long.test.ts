import { beforeEach, describe, expect, it } from '@jest/globals';
import { checkEvidence } from '../../../src/modules/doctor/data.ts';
import { ensureIndex, readIndexStatus, rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { useService } from '../../harness/use-service.ts';
import { KUBERNETES } from '../lists/operations.ts';
import { toFile } from './files-of-formats.ts';
import { useImports } from './fixture.ts';
import {
  detection,
  emptyCatalogue,
  observation,
  readDetections,
  readPartnerships,
  Workspace,
} from './support.ts';

const { service, tenant } = useService('ahead');
const pool = () => service.database.pool;
const HOUR = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const NAMES = ['a', 'b', 'c'];
const COMPANIES = NAMES.map((name) => ({ name, primary_domain: `${name}.example` }));
const TECHNOLOGIES = ['kubernetes', 'helm'].map((tech_key) => ({ tech_key, display_name: tech_key }));
const FAR = '2062-03-01';

describe('a row that is more than a day ahead of the clock', () => {
  const imports = useImports();
  beforeEach(async () => {
    await emptyCatalogue(imports.pool);
    await imports.run('technologies', TECHNOLOGIES);
    await imports.run('companies', COMPANIES);
  });

  const late = fromNow(25);
  it.each(['ndjson', 'parquet'] as const)(
    'is rejected with its column and value, and nothing is cut: %s',
    async (format) => {
      const detections = [
        detection('a.example', 'kubernetes', 1, '2024-01-01', FAR),
        detection('b.example', 'kubernetes', 1, '2024-01-01', '2024-06-01'),
        detection('c.example', 'kubernetes', 1, late, late),
        detection('c.example', 'helm'),
      ];
      const detected = await imports.file(`company_technologies.${format}`, toFile(detections, format));
      expect(detected.report).toMatchObject({ rows: 4, accepted: 2, rejected: 2, warnings: 0 });
      expect(detected.problems.map(({ field, reason }) => [field, reason])).toEqual([
        ['last_seen', `is more than a day ahead of the clock: "${FAR}"`],
        ['first_seen', `is more than a day ahead of the clock: "${late}"`],
      ]);
      expect(Object.keys(await readDetections(imports.pool))).toEqual([
        'b.example kubernetes',
        'c.example helm',
      ]);

      const observations = [
        observation('a.example', 'b.example', 1, '2024-01-01', `${FAR}T12:00:00Z`),
        observation('b.example', 'c.example', 1, FAR, FAR),
        observation('c.example', 'a.example', 1, '2024-01-01', '2024-06-01'),
        observation('a.example', 'c.example', 1, '2024-01-01', '2024-06-01'),
      ];
      const observed = await imports.file(`partnerships.${format}`, toFile(observations, format));
      expect(observed.report).toMatchObject({ rows: 4, accepted: 2, rejected: 2 });
      expect(observed.problems.map(({ field, reason }) => [field, reason])).toEqual([
        ['last_observed_at', `is more than a day ahead of the clock: "${FAR}T12:00:00Z"`],
        ['first_observed_at', `is more than a day ahead of the clock: "${FAR}"`],
      ]);
      expect(Object.keys(await readPartnerships(imports.pool))).toEqual([
        'a.example c.example',
        'c.example a.example',
      ]);
    },
  );

  it('is found in any time zone, and a row that is less than a day ahead is stored as it is', async () => {
    const day = new Date(Date.now() + 25 * HOUR).toISOString().slice(0, 10);
    const outcome = await imports.run('company_technologies', [
      // The same moment in another zone.
      detection('a.example', 'kubernetes', 1, '2024-01-01', late.replace('Z', '-00:00')),
      detection('b.example', 'kubernetes', 1, '2024-01-01', fromNow(23)),
      detection('c.example', 'kubernetes', 1, '2024-01-01', `${day}T23:59:59-12:00`),
      detection('c.example', 'helm'),
    ]);
    expect(outcome.problems.map(({ line, field }) => [line, field])).toEqual([
      [1, 'last_seen'],
      [3, 'last_seen'],
    ]);
    const stored = await readDetections(imports.pool);
    expect(Object.values(stored).map(({ last }) => new Date(last).getTime() > Date.now())).toEqual([
      true,
      false,
    ]);
    // Windows begin before the clock, whatever is stored.
    const { as_of } = await readIndexStatus(imports.pool);
    expect(new Date(as_of ?? 0).getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('leaves the stored row of its key, also in a snapshot, and a row that deletes it needs no time', async () => {
    const good = detection('b.example', 'kubernetes');
    await imports.run('company_technologies', [detection('a.example', 'kubernetes', 7), good]);
    const before = await readDetections(imports.pool);
    const bad = detection('a.example', 'kubernetes', 9, '2024-01-01', FAR);
    const { report } = await imports.run('company_technologies', [bad, good], {
      snapshot: 'company_technologies',
    });
    expect(report).toMatchObject({ rejected: 1 });
    expect(report.retired).toBeUndefined();
    expect(await readDetections(imports.pool)).toEqual(before);
    await imports.run('company_technologies', [{ ...bad, deleted: true }]);
    expect(Object.keys(await readDetections(imports.pool))).toEqual(['b.example kubernetes']);
  });
});

describe('a row of an earlier release that is ahead of the clock', () => {
  const tiers = async () => {
    const { body } = await service.rest(tenant.userKey).post('/v1/lists/preview', { definition: KUBERNETES });
    return body.tier_counts;
  };
  const load = async (...args: Parameters<Workspace['import']> extends [unknown, ...infer R] ? R : never) => {
    const workspace = await Workspace.create();
    const outcome = await workspace.import(pool(), ...args);
    await workspace.remove();
    return outcome;
  };
  const AS_OF = '2024-06-01T00:00:00.000Z';
  const AHEAD_TIME = `${FAR}T00:00:00.000Z`;
  const state = async () => (await readIndexStatus(pool())).as_of;
  const doctor = (isComplete: boolean) => checkEvidence(pool(), isComplete);

  beforeEach(async () => {
    await emptyCatalogue(pool());
    await load('technologies', TECHNOLOGIES);
    await load('companies', COMPANIES);
    await load('company_technologies', [
      detection('a.example', 'kubernetes', 1, '2024-01-01', '2024-06-01'),
      detection('b.example', 'kubernetes', 1, '2023-01-01', '2023-12-01'),
    ]);
    await load('partnerships', [observation('a.example', 'b.example', 1, '2023-01-01', '2023-02-01')]);
    await rebuildIndex(pool());
  });

  /** Stores the row and the as-of time as an earlier release did. */
  const store = async () => {
    await pool().query(`
      INSERT INTO company_technology (company_id, technology_id, detection_count, first_seen, last_seen)
      SELECT c.id, t.id, 1, '2024-01-01', '${FAR}' FROM company c, technology t WHERE c.primary_domain = 'c.example' AND t.tech_key = 'kubernetes'`);
    await pool().query(
      'UPDATE company SET technology_count = technology_count + 1 WHERE primary_domain = $1',
      ['c.example'],
    );
    await pool().query(`UPDATE facet_index SET as_of = '${FAR}', detections_as_of = '${FAR}'`);
  };
  const MENDED = { total: 3, high: 2, medium: 1, exploratory: 0 };

  it.each([
    ['the index is rebuilt', () => rebuildIndex(pool())],
    ['a server starts', async () => expect(await ensureIndex(pool())).toBe(true)],
    [
      'a file of companies is imported',
      () => load('companies', [{ name: 'New', primary_domain: 'new.example' }]),
    ],
    [
      'a file of partnerships is imported',
      () => load('partnerships', [observation('b.example', 'c.example', 1, '2023-01-01', '2023-03-01')]),
    ],
  ])('no longer moves the tiers of others once %s', async (_, mend) => {
    expect(await tiers()).toEqual({ total: 2, high: 1, medium: 1, exploratory: 0 });
    await store();
    await mend();
    expect(await state()).toBe(AS_OF);
    expect(await tiers()).toEqual(MENDED);
    expect(await ensureIndex(pool())).toBe(false);
    // It does not count for later imports either.
    await load('company_technologies', [
      detection('c.example', 'kubernetes', 2, '2024-01-01', FAR),
      detection('b.example', 'kubernetes', 2, '2023-01-01', '2023-12-02'),
    ]);
    expect([await state(), await tiers()]).toEqual([AS_OF, MENDED]);
  });

  it('is named by the doctor, with the as-of time that it made and what to do', async () => {
    expect(await doctor(true)).toEqual({
      state: 'ok',
      message: `as of ${AS_OF}, and no row is ahead of the clock`,
    });
    await store();
    const row = `1 row is more than a day ahead of the clock: c.example with the technology kubernetes, last seen at ${AHEAD_TIME}`;
    const correct = 'import these rows with the right dates, or with "deleted": true';
    const moved = {
      state: 'failure',
      message: `as of ${AHEAD_TIME}, which is ahead of the clock, and moves the tiers of all companies; ${row}`,
      remedy: `${correct}; then run: npm run cli -- index rebuild`,
    };
    expect([await doctor(true), await doctor(false)]).toEqual([moved, moved]);
    await rebuildIndex(pool());
    expect(await doctor(true)).toEqual({
      state: 'warning',
      message: `${row}; such rows do not count for the as-of time`,
      remedy: correct,
    });
    expect(await doctor(false)).toEqual({ state: 'ok', message: `as of ${AS_OF}` });
    await load('company_technologies', [{ domain: 'c.example', tech_key: 'kubernetes', deleted: true }]);
    expect((await doctor(true)).state).toBe('ok');
  });

  it('is named among many by its date, a partnership too', async () => {
    await store();
    await pool().query(
      `UPDATE company_technology SET last_seen = timestamptz '${FAR}' - company_id * interval '1 day'`,
    );
    await pool().query(`UPDATE partnership_observation SET last_observed_at = '2080-01-01'`);
    const { message } = await doctor(true);
    expect(message).toContain(
      '4 rows are more than a day ahead of the clock: a.example with the partner b.example, last seen at 2080-01-01T00:00:00.000Z; a.example with the technology kubernetes, last seen at',
    );
    expect(message).toMatch(/; and 1 more$/);
  });
});
