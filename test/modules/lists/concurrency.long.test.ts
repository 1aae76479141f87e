import { beforeAll, describe, expect, it } from '@jest/globals';
import { KEPT } from '../../../src/modules/lists/members/materializations.ts';
import { codes } from '../../harness/errors.ts';
import { readBooks } from '../../harness/ledger.ts';
import { untilWaiting } from '../../harness/locks.ts';
import { type Colleague, START, type Tenant } from '../../harness/service.ts';
import { useService } from '../../harness/use-service.ts';
import { seedSmallCatalogue } from '../filters/support.ts';
import { createList, GERMAN, KUBERNETES } from './operations.ts';

const { service, tenant } = useService('racers', { credits: 1000, seed: seedSmallCatalogue });
let editor: Colleague;

beforeAll(async () => {
  editor = await service.createColleague(tenant, 'Edith');
});

const times = <T>(count: number, run: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => run(index));

describe('two editors who replace a definition at once', () => {
  it('never both succeed: each version comes from one write, and the others learn the current version', async () => {
    const id = await createList(service, tenant.userKey, 'Contested', KUBERNETES);
    const path = `/v1/lists/${id}/definition`;
    const answers = await Promise.all(
      times(16, (index) => service.rest(tenant.userKey).put(path, index % 2 === 0 ? GERMAN : KUBERNETES)),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status === 409);
    expect(won.length).toBeGreaterThan(0);
    expect(won.length + lost.length).toBe(16);
    const versions = won.map(({ body }) => body.definition_version).sort((a, b) => a - b);
    expect(versions).toEqual(times(won.length, (index) => index + 2));
    for (const { body } of lost) {
      expect(body.detail.error).toBe('definition_conflict');
      expect(body.detail.current_version).toBeGreaterThan(1);
    }
    const { rows } = await service.database.pool.query(
      'SELECT definition_version, revision FROM list WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ definition_version: won.length + 1, revision: won.length + 1 }]);
  });
});

describe('a hundred first reads at once', () => {
  it('compute the members once', async () => {
    const id = await createList(service, tenant.userKey, 'Popular', KUBERNETES);
    const answers = await Promise.all(
      times(100, () => service.rest(tenant.userKey).get(`/v1/lists/${id}/members`)),
    );
    expect([...new Set(answers.map(({ text }) => text))]).toHaveLength(1);
    expect(answers[0]?.body.total).toBe(4);
    const { rows } = await service.database.pool.query(
      'SELECT count(*)::int AS n FROM list_materialization WHERE list_id = $1',
      [id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe('an edit while members are computed', () => {
  it('leaves no members of an outdated definition', async () => {
    const id = await createList(service, tenant.userKey, 'Moving', KUBERNETES);
    const { pool } = service.database;
    const holder = await pool.connect();
    try {
      // The edit locks the list until the members were computed, and before they are stored.
      await holder.query('BEGIN');
      await holder.query('UPDATE list SET revision = revision + 1 WHERE id = $1', [id]);
      const reading = service
        .rest(tenant.userKey)
        .get(`/v1/lists/${id}/members`)
        .then((response) => response);
      await untilWaiting(service.database, 1);
      await holder.query('COMMIT');
      const { status, body } = await reading;
      expect([status, body.detail.error, body.detail.current_version]).toEqual([
        409,
        'definition_conflict',
        1,
      ]);
    } finally {
      holder.release();
    }
    const { rows } = await pool.query('SELECT 1 FROM list_materialization WHERE list_id = $1', [id]);
    expect(rows).toEqual([]);
    expect((await service.rest(tenant.userKey).get(`/v1/lists/${id}/members`)).body.total).toBe(4);
  });
});

describe('concurrent sharing', () => {
  it('grants one permission, however often it is granted in parallel', async () => {
    const id = await createList(service, tenant.userKey, 'Shared');
    const grant = { user_id: editor.userId, access_level: 'editor' };
    const answers = await Promise.all(
      times(10, () => service.rest(tenant.userKey).post(`/v1/lists/${id}/permissions`, grant)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(new Set(answers.map(({ body }) => body.permission_id)).size).toBe(1);
  });

  it('refuses either a transfer or a parallel revocation, so that the list always has an owner', async () => {
    for (const _ of times(5, (index) => index)) {
      const id = await createList(service, tenant.userKey, 'Handed over');
      const rest = service.rest(tenant.userKey);
      const granted = await rest.post(`/v1/lists/${id}/permissions`, {
        user_id: editor.userId,
        access_level: 'editor',
      });
      const [transferred, revoked] = await Promise.all([
        rest.post(`/v1/lists/${id}/owner`, { user_id: editor.userId }),
        rest.delete(`/v1/lists/${id}/permissions/${granted.body.permission_id}`),
      ]);
      expect(transferred.status).toBe(200);
      // After the transfer the old owner is an editor, who cannot revoke.
      expect([204, 403]).toContain(revoked.status);
      const { body } = await service.rest(editor.userKey).get(`/v1/lists/${id}`);
      expect([body.access_level, body.owner.user_id]).toEqual(['owner', editor.userId]);
      expect(body.permissions.map(({ user_id }: { user_id: number }) => user_id)).toEqual([tenant.userId]);
    }
  });
});

describe('pruning while an export is being paid for', () => {
  it('waits for the payment and keeps the members of the export', async () => {
    const id = await createList(service, tenant.userKey, 'Pruned', KUBERNETES);
    const materialize = () => service.rest(tenant.userKey).post(`/v1/lists/${id}/materialize`);
    for (let time = 0; time < KEPT; time += 1) await materialize();
    const { pool } = service.database;
    const payment = await pool.connect();
    try {
      await payment.query('BEGIN');
      const { rows } = await payment.query<{ id: number }>(
        `UPDATE list_materialization SET export_valid_until = $2
         WHERE id = (SELECT min(id) FROM list_materialization WHERE list_id = $1) RETURNING id`,
        [id, new Date(Date.parse(START) + 30 * 86_400_000).toISOString()],
      );
      const pending = materialize().then((response) => response);
      await untilWaiting(service.database, 1);
      await payment.query('COMMIT');
      expect((await pending).status).toBe(200);
      const kept = await pool.query('SELECT id FROM list_materialization WHERE id = $1', [rows[0]?.id]);
      expect(kept.rows).toEqual(rows);
    } finally {
      payment.release();
    }
  });
});

describe('a payment for members that are pruned meanwhile', () => {
  it('is rolled back with 409', async () => {
    const payer = await service.createTenant('payer', 20);
    expect(codes(await exportPruned(payer))).toEqual(['DEFINITION_CONFLICT']);
    expect(await readBooks(service.database.pool, payer.organizationId)).toEqual({
      balance: 20,
      ledger: 20,
      paidFor: [],
      unlocked: [],
    });
  });

  /** Deletes the materialization after the export has read it, while it waits for the balance. */
  async function exportPruned({ userKey, organizationId }: Tenant) {
    const id = await createList(service, userKey, 'Pruned', KUBERNETES);
    await service.rest(userKey).post(`/v1/lists/${id}/materialize`);
    const blocker = await service.database.pool.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('SELECT FROM organization WHERE id = $1 FOR UPDATE', [organizationId]);
      const query = `mutation { exportList(input: { listId: ${id} }) { url } }`;
      const pending = service.graphql(userKey, query).then((response) => response);
      await untilWaiting(service.database, 1);
      await service.database.pool.query('DELETE FROM list_materialization WHERE list_id = $1', [id]);
      await blocker.query('COMMIT');
      return await pending;
    } finally {
      blocker.release();
    }
  }
});
