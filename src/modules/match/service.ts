import { type Violation, validationFault } from '../../lib/fault.ts';
import { isWithin, MAX_MATCH_ROWS, MAX_VIOLATIONS, TEXT_LIMITS } from '../../lib/request-limits.ts';
import type { MatchResult } from './judge.ts';
import { matchRows } from './match-rows.ts';
import type { MatchRow } from './row.ts';
import type { MatchTools } from './word-companies.ts';

/** Texts of a row. */
const TEXTS = ['ref', 'name', 'domain', 'url', 'email', 'country'] as const;

export type MatchService = ReturnType<typeof createMatchService>;

/** Creates the service that matches rows of callers to companies of the catalogue, which all organizations share. */
export function createMatchService(tools: MatchTools) {
  return {
    /**
     * Matches up to 1,000 rows, in their order.
     *
     * @throws Fault validation_error for another number of rows, and for texts that are too long
     */
    match(rows: readonly MatchRow[]): Promise<MatchResult[]> {
      if (rows.length === 0 || rows.length > MAX_MATCH_ROWS)
        throw validationFault([{ pointer: '/rows', message: `must have 1 to ${MAX_MATCH_ROWS} entries` }]);
      const violations = rows.flatMap(findLongTexts).slice(0, MAX_VIOLATIONS);
      if (violations.length > 0) throw validationFault(violations);
      return matchRows(tools, rows);
    },
  };
}

function findLongTexts(row: MatchRow, index: number): Violation[] {
  const long = TEXTS.filter((key) => !isWithin(row[key] ?? '', TEXT_LIMITS.matchText));
  const message = `must be at most ${TEXT_LIMITS.matchText.maxLength} characters`;
  return long.map((key) => ({ pointer: `/rows/${index}/${key}`, message }));
}
