import type { Pool } from '../../../src/database/client.ts';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { REGISTRY_VERSION } from '../../../src/modules/filters/registry.ts';
import { seedCompany, seedPartnership, seedTechnologies } from '../../harness/seed.ts';

/** A condition as REST spells it. */
export function condition(field: string, operator: string, values: unknown): object {
  return { condition: { field, operator, values } };
}

/** A definition as REST spells it. */
export function definition(root: unknown): { registry_version: string; root: unknown } {
  return { registry_version: REGISTRY_VERSION, root };
}

/** The newest observation of the small catalogue; other dates count back from it. */
export const AS_OF = '2026-03-01T00:00:00.000Z';

export function daysBefore(days: number): string {
  return new Date(Date.parse(AS_OF) - days * 86_400_000).toISOString();
}

/**
 * Five companies by slug: acme and beta are German, gamma is Austrian and unknown otherwise, delta and hub are
 * American. Kubernetes was last seen at acme today, at beta 90 days ago, at gamma 91, at delta 366.
 */
export async function seedSmallCatalogue(pool: Pool): Promise<Record<string, number>> {
  const ids = {
    acme: await seedCompany(pool, {
      name: 'Acme Cloud',
      slug: 'acme',
      domains: ['acme.example', 'acme.io'],
      industry: 'Software',
      country: 'DE',
      employeeRange: '11-50',
      foundedYear: 2010,
      investors: ['North Fund', 'South Fund'],
    }),
    beta: await seedCompany(pool, {
      name: 'Beta 100% Öl_Works',
      slug: 'beta',
      domains: ['beta.example'],
      industry: 'Retail',
      country: 'DE',
      foundedYear: 2020,
      investors: ['North Fund'],
    }),
    gamma: await seedCompany(pool, {
      name: 'Gamma',
      slug: 'gamma',
      domains: ['gamma.example'],
      country: 'AT',
    }),
    delta: await seedCompany(pool, {
      name: 'Delta',
      slug: 'delta',
      domains: ['delta.example'],
      industry: 'Software',
      country: 'US',
      employeeRange: '10001+',
      foundedYear: 1999,
    }),
    hub: await seedCompany(pool, { name: 'The Hub', slug: 'hub', domains: ['hub.example'], country: 'US' }),
  };
  const kubernetes = { key: 'kubernetes', name: 'Kubernetes', category: 'Containers' };
  const postgresql = { key: 'postgresql', name: 'PostgreSQL', category: 'Database' };
  await seedTechnologies(pool, ids.acme, [
    { ...kubernetes, last: AS_OF },
    { ...postgresql, last: daysBefore(400) },
  ]);
  await seedTechnologies(pool, ids.beta, [{ ...kubernetes, last: daysBefore(90) }]);
  await seedTechnologies(pool, ids.gamma, [{ ...kubernetes, last: daysBefore(91) }]);
  await seedTechnologies(pool, ids.delta, [{ ...kubernetes, last: daysBefore(366) }]);
  await seedPartnership(pool, ids.acme, ids.hub, { first: daysBefore(500), last: daysBefore(10) });
  await seedPartnership(pool, ids.beta, ids.hub, { first: daysBefore(500), last: daysBefore(200) });
  await rebuildIndex(pool);
  return ids;
}
