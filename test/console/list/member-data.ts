import type pg from 'pg';
import { rebuildIndex } from '../../../src/modules/filters/facet-index.ts';
import { seedCompany, seedPartnership, seedTechnologies } from '../../harness/seed.ts';
import { condition } from '../fixture.ts';

/** Number of companies with Kubernetes for tests of all members: more than two pages of the table. */
export const MEMBERS = 230;

const LAST_SEEN = ['2026-02-20T00:00:00Z', '2025-09-01T00:00:00Z', '2024-06-01T00:00:00Z'];
const NAMES = ['Quartz', 'Maple', 'Otter', 'Birch', 'Falcon', 'Cedar', 'Iris', 'Heron', 'Lotus'];

/** Fills the catalogue with companies that use Kubernetes, in all tiers, and one that does not. */
export async function seedMembers(pool: pg.Pool, members: number): Promise<void> {
  for (let index = 0; index < members; index += 1) {
    const id = await seedCompany(pool, {
      name: `${NAMES[index % NAMES.length]} ${index}`,
      slug: `company-${index}`,
      domains: [`company${index}.example`],
      foundedYear: 1950 + (index % 70),
      ...(index % 3 === 0 && { country: 'DE', industry: 'Software', employeeRange: '51-200' }),
    });
    const last = LAST_SEEN[index % 3] ?? '';
    await seedTechnologies(pool, id, [
      { key: 'kubernetes', name: 'Kubernetes', first: '2023-01-01T00:00:00Z', last },
      ...(index === 0 ? [{ key: 'helm', name: 'Helm', first: '2023-06-01T00:00:00Z', last }] : []),
    ]);
  }
  const outsider = await seedCompany(pool, {
    name: 'Outsider',
    slug: 'outsider',
    domains: ['outsider.example'],
  });
  const { rows } = await pool.query<{ id: number }>(`SELECT id FROM company WHERE slug = 'company-0'`);
  await seedPartnership(pool, rows[0]?.id ?? 0, outsider);
  await rebuildIndex(pool);
}

/** Companies with Kubernetes. */
export const KUBERNETES = condition('technology', 'any_of', 'kubernetes');
