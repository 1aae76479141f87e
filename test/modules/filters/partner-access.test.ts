import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { seedCompany, seedPartnership, seedPlain } from '../../harness/seed.ts';
import { startTestService } from '../../harness/service.ts';
import { recordStatements } from '../../harness/statements.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { condition } from './support.ts';

const FEW = 19;
const FIELDS = 'exactCount partnerAccess breakdown(field: "partner") { value count }';

let tenants = 0;

/** Seeds 19 companies in Andorra and 20 in Belgium with the same partner, and three in Chile without partners. */
const service = useTestService();
const tenant = useTenant(service, `breakers${tenants}`, 1000);
beforeAll(async () => {
  const { pool } = service.database;
  const partner = await seedPlain(pool, 'partner');
  for (const [country, count] of Object.entries({ AD: FEW, BE: FEW + 1, CL: 3 })) {
    for (let n = 0; n < count; n++) {
      const slug = `${country.toLowerCase()}-${n}`;
      const id = await seedCompany(pool, { name: slug, slug, domains: [`${slug}.example`], country });
      if (country !== 'CL') await seedPartnership(pool, id, partner);
    }
  }
  await rebuildIndex(pool);
});
beforeEach(async () => {
  tenants += 1;
});

async function preview(countries: string[], fields = FIELDS, { key = tenant.userKey, from = service } = {}) {
  const query = `query ($definition: DefinitionInput) { previewCount(definition: $definition) { ${fields} } }`;
  const root = condition('country', 'any_of', countries);
  const { body } = await from.graphql(key, query, { definition: { registryVersion: '1', root } });
  expect(body.errors).toBeUndefined();
  return body.data.previewCount;
}
const shown = (count: number) => [{ value: 'partner.example', count }];
const enrich = (slugs: string[]) =>
  service
    .rest(tenant.userKey)
    .post('/v1/enrich/partnerships', { domains: slugs.map((slug) => `${slug}.example`) });
const andorran = Array.from({ length: FEW }, (_, n) => `ad-${n}`);

describe('a breakdown by partner', () => {
  it('of 19 matches is empty and LOCKED until the last of them is unlocked, and again when a window ends', async () => {
    const locked = { exactCount: FEW, partnerAccess: 'LOCKED', breakdown: [] };
    const open = { exactCount: FEW, partnerAccess: 'OPEN', breakdown: shown(FEW) };
    const { userKey: stranger } = await service.createTenant(`stranger${tenants}`);
    expect(await preview(['AD'])).toEqual(locked);
    await enrich(andorran.slice(1));
    expect(await preview(['AD'])).toEqual(locked);
    service.clock.advance({ days: 1 });
    await enrich(andorran);
    expect(await preview(['AD'])).toEqual(open);
    expect(await preview(['AD'], FIELDS, { key: stranger })).toEqual(locked);
    service.clock.advance({ days: 29 });
    expect(await preview(['AD'])).toEqual(locked);
  });

  it('of 20 matches is shown to all callers, without a check of unlocks', async () => {
    const { result, statements } = await recordStatements(() => preview(['BE']));
    expect(result).toEqual({ exactCount: FEW + 1, partnerAccess: 'OPEN', breakdown: shown(FEW + 1) });
    expect(statements.filter((sql) => sql.includes('company_unlock'))).toEqual([]);
  });

  it('of companies without partners is empty and OPEN, and they are not needed to open those with partners', async () => {
    expect(await preview(['CL'])).toEqual({ exactCount: 3, partnerAccess: 'OPEN', breakdown: [] });
    expect((await preview(['AD', 'CL'])).partnerAccess).toBe('OPEN');
    await enrich(andorran.slice(0, 1));
    const one = condition('domain', 'equals', ['ad-0.example', 'cl-0.example']);
    const query = `query ($definition: DefinitionInput) { previewCount(definition: $definition) { ${FIELDS} } }`;
    const { body } = await service.graphql(tenant.userKey, query, {
      definition: { registryVersion: '1', root: one },
    });
    expect(body.data.previewCount).toEqual({ exactCount: 2, partnerAccess: 'OPEN', breakdown: shown(1) });
  });

  it('checks unlocks once, however often it is selected', async () => {
    const fields = `${FIELDS} again: partnerAccess more: breakdown(field: "partner", first: 1) { label }`;
    const { statements } = await recordStatements(() => preview(['AD'], fields));
    expect(statements.filter((sql) => sql.includes('company_unlock'))).toHaveLength(1);
  });

  it('does not change other fields', async () => {
    const fields = 'breakdown(field: "country") { value count }';
    const { result, statements } = await recordStatements(() => preview(['AD'], fields));
    expect(result).toEqual({ breakdown: [{ value: 'AD', count: FEW }] });
    expect(statements.filter((sql) => sql.includes('company_unlock'))).toEqual([]);
  });

  it('is shown to all callers with PARTNERSHIP_METERING=off', async () => {
    const from = await startTestService({ beside: service, partnershipMetering: false });
    try {
      expect(await preview(['AD'], FIELDS, { from })).toEqual({
        exactCount: FEW,
        partnerAccess: 'OPEN',
        breakdown: shown(FEW),
      });
    } finally {
      await from.close();
    }
  });
});
