import type pg from 'pg';
import { createCatalogueService } from '../../../src/modules/catalogue/service.ts';
import { NO_SIZES, type ReferencedList } from '../../../src/modules/filters/referenced-lists.ts';
import { createFiltersService } from '../../../src/modules/filters/service.ts';
import { createRuleService } from '../../../src/modules/insight/rule-service.ts';
import { createInsightService } from '../../../src/modules/insight/service.ts';

export const USER = { organizationId: 1, userId: 1, keyId: 1 } as never;

/** Opens the service of insight for a user who sees all lists. */
export function openInsight(pool: pg.Pool, lists: readonly ReferencedList[] = []) {
  const filters = createFiltersService(pool, {
    cacheBytes: 20_000,
    lists: { readNamed: async () => lists, readSizes: async () => NO_SIZES },
  });
  return createInsightService({
    db: pool,
    filters,
    catalogue: createCatalogueService(pool),
    readOwnValues: async () => new Map(),
    findLists: async (_user, ids) => ids.map((listId) => ({ listId, name: `list ${listId}` })),
    scopeOf: async () => ({ organizationId: 1, visible: async (ids) => ids }),
  });
}

/** Opens the service of rules behind examples, without lists. */
export function openRules(pool: pg.Pool) {
  return createRuleService({
    db: pool,
    filters: createFiltersService(pool, { cacheBytes: 20_000 }),
    findCompanies: createCatalogueService(pool).findIds,
    findLists: async () => [],
  });
}
