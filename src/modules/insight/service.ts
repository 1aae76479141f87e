import type { Queryable } from '../../database/client.ts';
import { invalidValue } from '../../lib/fault.ts';
import { type PageBounds, toLimit } from '../../lib/page.ts';
import type { Principal, UserPrincipal } from '../../lib/principal.ts';
import type { CatalogueService } from '../catalogue/service.ts';
import type { DropPeriod } from '../catalogue/technology-queries.ts';
import type { ListScope } from '../filters/checks.ts';
import type { Preview } from '../filters/preview.ts';
import type { FiltersService } from '../filters/service.ts';
import { readCompanyValues, type ValueSources } from './company-values.ts';
import { findLargestMoves, type Move, moveDefinition } from './moves.ts';
import { type FindLists, requireLists } from './named-lists.ts';
import { type ComparedSet, checkSets, computeOverlap, type Overlap } from './overlap.ts';
import { findSimilar, type SimilarCompany } from './similar.ts';

export const SIMILAR_PAGE: PageBounds = { defaultLimit: 10, maxLimit: 100 };

interface Tools extends ValueSources {
  db: Queryable;
  filters: FiltersService;
  catalogue: Pick<CatalogueService, 'getTechnology'>;
  findLists: FindLists;
  /** Returns the lists that definitions of a user may name. */
  scopeOf: (user: UserPrincipal) => Promise<ListScope>;
}

/** A move whose companies are counted when they are asked for. */
export interface PreviewedMove extends Move {
  preview: Preview;
}

export type InsightService = ReturnType<typeof createInsightService>;

/** Creates the service that compares sets, companies and technologies over the facet index (contract, section 16). */
export function createInsightService(tools: Tools) {
  const { db, filters, catalogue, findLists, scopeOf } = tools;
  return {
    /**
     * Counts what 2 to 20 lists and definitions have in common.
     *
     * @throws Fault validation_error; list_not_found if the user cannot see a list; invalid_definition, rate_limited
     */
    async overlap(user: UserPrincipal, sets: readonly ComparedSet[]): Promise<Overlap> {
      const listIds = checkSets(sets);
      const lists = await requireLists(findLists, user, listIds);
      return computeOverlap(filters, await scopeOf(user), sets, lists);
    },
    /** Finds the companies that are most like one, by the values that the caller can see. @throws Fault validation_error */
    async similar(
      { organizationId }: Pick<Principal, 'organizationId'>,
      companyId: number,
      first?: number | null,
    ): Promise<SimilarCompany[]> {
      const limit = toLimit(first, SIMILAR_PAGE);
      return findSimilar(db, companyId, await readCompanyValues(tools, { organizationId }, companyId), limit);
    },
    /** Prepares the counts of those that moved from one technology to another. @throws Fault technology_not_found, validation_error */
    async move(from: string, to: string, days: DropPeriod): Promise<PreviewedMove> {
      if (from === to) throw invalidValue('/to', 'must be another technology than `from`');
      const [left, entered] = await Promise.all([catalogue.getTechnology(from), catalogue.getTechnology(to)]);
      return {
        from: left,
        to: entered,
        days,
        preview: await filters.preview(moveDefinition(from, to, days)),
      };
    },
    /** Finds the moves of a category that most companies made. @throws Fault validation_error */
    largestMoves: (category: string, days: DropPeriod) => findLargestMoves(db, filters, category, days),
    /** Evaluates the definition of a move. */
    preview: ({ from, to, days }: Move) => filters.preview(moveDefinition(from.techKey, to.techKey, days)),
  };
}
