import type { Queryable } from '../../database/client.ts';
import type { ConditionResult } from '../facets/reader-cache.ts';
import { type PartnerSqlCondition, runPartnerConditions } from './partner-conditions.ts';
import { runTextCondition, type TextSqlCondition } from './text-conditions.ts';

/** A condition of a filter that SQL evaluates, because postings are not enough. */
export type FilterSqlCondition = TextSqlCondition | PartnerSqlCondition;

/** Runs conditions and returns results in the same order. Partners share one statement, each text has its own. */
export async function runSqlConditions(
  db: Queryable,
  conditions: readonly FilterSqlCondition[],
): Promise<readonly ConditionResult[]> {
  const first = conditions[0];
  if (first?.kind === 'text' && conditions.length === 1) return [await runTextCondition(db, first)];
  const partners = conditions.filter((condition) => condition.kind === 'partner');
  if (partners.length === conditions.length) return runPartnerConditions(db, partners);
  const partnerResults = partners.length > 0 ? runPartnerConditions(db, partners) : undefined;
  return Promise.all(
    conditions.map(async (condition) => {
      if (condition.kind === 'text') return runTextCondition(db, condition);
      const result = (await partnerResults)?.[partners.indexOf(condition)];
      if (result === undefined) throw new Error(`no result of ${condition.name}`);
      return result;
    }),
  );
}
