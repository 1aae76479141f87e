import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { codes } from '../../../harness/errors.ts';
import { cutPower } from '../../../harness/power-cut.ts';
import { startTestService, type Tenant, type TestService } from '../../../harness/service.ts';
import { recordStatements } from '../../../harness/statements.ts';
import { seedSmallCatalogue } from '../../filters/support.ts';
import { createList, KUBERNETES } from '../operations.ts';

let service: TestService;
let tenant: Tenant;
let tenants = 0;
let listId: number;

beforeAll(async () => {
  service = await startTestService();
  await seedSmallCatalogue(service.database.pool);
});
beforeEach(async () => {
  tenants += 1;
  tenant = await service.createTenant(`repeaters${tenants}`, 10);
  listId = await createList(service, tenant.userKey, 'Paid', KUBERNETES);
  await exportAgain();
});
afterAll(() => service.close());

/** Exports the list over GraphQL, a minute later. */
const exportAgain = () => {
  service.clock.advance({ minutes: 1 });
  const query = 'mutation ($input: ExportListInput!) { exportList(input: $input) { creditsCharged } }';
  return service.graphql(tenant.userKey, query, { input: { listId } });
};

/** When the list was exported last, by its export and by its audit log. */
const lastExport = async () => {
  const { rows } = await service.database.pool.query(
    `SELECT exported_at AS exported,
      (SELECT max(at) FROM list_event WHERE list_id = $1 AND action = 'list_exported') AS logged
    FROM list_export WHERE list_id = $1`,
    [listId],
  );
  return rows[0];
};

describe('a repeated export of paid members, without an Idempotency-Key', () => {
  it('records nothing when its audit event is refused', async () => {
    const { pool } = service.database;
    const before = await lastExport();
    const noExport = `CONSTRAINT no_export CHECK (action <> 'list_exported') NOT VALID`;
    await pool.query(`ALTER TABLE list_event ADD ${noExport}`);
    try {
      expect(codes(await exportAgain())).toEqual(['INTERNAL_ERROR']);
    } finally {
      await pool.query('ALTER TABLE list_event DROP CONSTRAINT no_export');
    }
    expect(await lastExport()).toEqual(before);
  });

  it('is recorded with its audit event, whichever statement the process dies at', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 0, happened = true; happened; at += 1) {
        const cut = cutPower(service.database.pool, at, when);
        await exportAgain().then(cut.restore, cut.restore);
        happened = cut.happened;
        const { exported, logged } = await lastExport();
        expect({ when, at, exported }).toEqual({ when, at, exported: logged });
      }
    }
  });

  it('takes a look-up and one statement that writes, without a transaction', async () => {
    const { statements } = await recordStatements(async () => codes(await exportAgain()));
    expect(statements.slice(-2)).toEqual([
      expect.stringContaining('paid_until'),
      expect.stringContaining('INSERT INTO list_event'),
    ]);
    expect(statements).not.toContain('BEGIN');
  });
});
