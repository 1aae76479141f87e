import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StartupError } from '../../../src/lib/fault.ts';
import { FORMAT } from '../../../src/modules/facets/index-state.ts';
import { ensureIndex, rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { startCommands } from '../../harness/commands.ts';
import { seedCompany } from '../../harness/seed.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';

const service = useTestService();
const tenant = useTenant(service, 'acme');
beforeAll(async () => {
  await seedCompany(service.database.pool, {
    name: 'Acme',
    slug: 'acme',
    domains: ['acme.example'],
    country: 'DE',
  });
  await rebuildIndex(service.database.pool);
});
beforeEach(async () => {
  await setFormat(FORMAT);
});

function setFormat(format: number) {
  return service.database.pool.query('UPDATE facet_index SET format = $1', [format]);
}

const count = () =>
  service.rest(tenant.userKey).post('/v1/lists/preview-count', {
    registry_version: '1',
    root: { condition: { field: 'country', operator: 'any_of', values: ['DE'] } },
  });

describe('an index that a newer release has rebuilt', () => {
  it('is not read: neither postings of this process nor new ones', async () => {
    const refusal = {
      detail: {
        error: 'unavailable',
        message:
          'A newer release has rebuilt the facet index. This server must be upgraded to evaluate filters again.',
        retry_after: 5,
      },
    };
    await setFormat(FORMAT + 1);
    expect((await count().expect(503)).body).toEqual(refusal);
    await setFormat(FORMAT);
    expect((await count().expect(200)).body).toMatchObject({ count: 1 });
    await setFormat(FORMAT + 1);
    // Now the posting is in memory, and only the version is read.
    expect((await count().expect(503)).body).toEqual(refusal);
    expect((await service.rest(tenant.userKey).get('/v1/companies/acme').expect(200)).body.name).toBe('Acme');
  });

  it('is neither rebuilt by a start nor changed by an import', async () => {
    await setFormat(FORMAT + 1);
    await expect(ensureIndex(service.database.pool)).rejects.toThrow(StartupError);
    const folder = await mkdtemp(join(tmpdir(), 'newer-format-'));
    const commands = startCommands({ DATABASE_URL: service.database.url });
    try {
      const { code, stderr } = await commands.run(['index', 'status']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const file = join(folder, 'companies.csv');
      await writeFile(file, 'name,primary_domain\nBeta,beta.example\n');
      const refused = await commands.run(['import', file]);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('a newer release of company-data has rebuilt the facet index');
    } finally {
      await commands.close();
      await rm(folder, { recursive: true });
    }
    const { rows: companies } = await service.database.pool.query('SELECT name FROM company');
    expect(companies).toEqual([{ name: 'Acme' }]);
    const { rows } = await service.database.pool.query('SELECT format, version FROM facet_index');
    expect(rows).toEqual([{ format: FORMAT + 1, version: 1 }]);
  });

  it('is replaced by an explicit rebuild, which is the way back', async () => {
    await setFormat(FORMAT + 1);
    await rebuildIndex(service.database.pool);
    expect(await ensureIndex(service.database.pool)).toBe(false);
    expect((await count().expect(200)).body).toMatchObject({ count: 1 });
  });
});
