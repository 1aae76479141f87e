import { afterAll, describe, expect, it } from '@jest/globals';
import { answer } from '../harness/errors.ts';
import { startTestService } from '../harness/service.ts';
import { recordStatements } from '../harness/statements.ts';
import { AS_OF, seedSmallCatalogue } from '../modules/filters/support.ts';

const service = await startTestService();
const tenant = await service.createTenant('readers');
afterAll(() => service.close());
const read = () => service.rest(tenant.orgKey).get('/v1/catalogue');

describe('the catalogue', () => {
  it('that was never filled has counts of zero, and no times', async () => {
    const { body } = await read();
    expect(body).toEqual({
      company_count: 0,
      technology_count: 0,
      detection_count: 0,
      partnership_count: 0,
    });
  });

  it('shows exact counts and times with one statement, and nothing of the imports', async () => {
    const { pool } = service.database;
    await seedSmallCatalogue(pool);
    await pool.query(`UPDATE facet_index SET refreshed_at = '2026-03-02T08:00:00Z'`);
    await pool.query(
      `INSERT INTO catalogue_import (state, request, error, finished_at) VALUES
         ('finished', '{}', NULL, '2026-03-02T07:00:00Z'),
         ('finished', '{}', NULL, '2026-03-03T08:00:00Z'),
         ('failed', '{"paths": ["/secret"]}', '/secret: no such file', '2026-03-04T08:00:00Z'),
         ('running', '{"paths": ["/secret"]}', NULL, NULL)`,
    );
    const { result: response, statements } = await recordStatements(async () => read());
    expect(statements).toEqual([expect.stringContaining('FROM facet_index')]);
    expect(answer(response)).toEqual({
      status: 200,
      body: {
        company_count: 5,
        technology_count: 2,
        detection_count: 5,
        partnership_count: 2,
        as_of: AS_OF,
        updated_at: '2026-03-02T08:00:00.000Z',
        imported_at: '2026-03-03T08:00:00.000Z',
      },
    });
  });
});
