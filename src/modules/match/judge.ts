import type { Compared } from './compare.ts';
import {
  confidenceOfName,
  inConflict,
  LEAST,
  leads,
  type MatchedBy,
  matchedByHost,
  PLAUSIBLE,
  rounded,
  withName,
} from './confidence.ts';
import { candidateOf, findConflict, type MatchCandidate, matchedByName } from './conflict.ts';
import { evidenceOf, type MatchEvidence } from './evidence.ts';
import type { ReadRow } from './row.ts';

/** What a row matches. */
export interface MatchResult {
  ref: string | null;
  /** Place of the row in the request. */
  index: number;
  /** Null unless one company leads the others. */
  companyId: number | null;
  /** That of the company, or else of the best alternative; 0 if there is none. */
  confidence: number;
  matchedBy: MatchedBy | null;
  /** How each identifier of the row agrees with the company, or else with the best alternative. */
  evidence: MatchEvidence[];
  /** Companies to which identifiers lead, each with its confidence by that identifier alone; null if they agree. */
  conflict: MatchCandidate[] | null;
  alternatives: MatchCandidate[];
}

interface Ranked extends MatchCandidate {
  compared: Compared;
}

/** Other companies that a result tells. */
export const MAX_ALTERNATIVES = 3;

/** Decides which of the companies a row means (contract, section 13). */
export function judge(row: ReadRow, index: number, companies: readonly Compared[]): MatchResult {
  const conflict = findConflict(companies);
  const ranked = companies
    .map((compared) => rank(compared, conflict !== null))
    .filter(({ confidence }) => confidence >= LEAST)
    .sort(byConfidence);
  const [best, next] = ranked;
  const isMeant = best !== undefined && best.confidence >= PLAUSIBLE && isAhead(best, next, ranked);
  return {
    ref: row.ref,
    index,
    companyId: isMeant ? best.companyId : null,
    confidence: best?.confidence ?? 0,
    matchedBy: isMeant ? best.matchedBy : null,
    evidence: evidenceOf(row, best?.compared),
    conflict,
    alternatives: ranked
      .slice(isMeant ? 1 : 0)
      .slice(0, MAX_ALTERNATIVES)
      .map(candidateOf),
  };
}

/** A company is meant if it leads the next one, or if its name alone equals the given one, or that with its legal form. */
function isAhead(best: Ranked, next: Ranked | undefined, ranked: readonly Ranked[]): boolean {
  if (next === undefined || leads(best.confidence, next.confidence)) return true;
  const equal = ranked.filter(({ compared }) => compared.name?.equal);
  const alike = equal.filter(({ compared }) => compared.name?.sameForm);
  return [equal, alike].some((found) => found.length === 1 && found[0] === best);
}

function byConfidence(a: Ranked, b: Ranked): number {
  return (
    b.confidence - a.confidence ||
    Number(b.compared.name?.sameForm ?? false) - Number(a.compared.name?.sameForm ?? false) ||
    a.companyId - b.companyId
  );
}

/** Returns the confidence in a company by the identifier that gives the most. */
function rank(compared: Compared, isConflict: boolean): Ranked {
  const { company, hosts, name, country } = compared;
  const all: Omit<MatchCandidate, 'companyId'>[] = hosts.map((host) => ({
    matchedBy: matchedByHost(host),
    confidence: withName(host, name),
  }));
  if (name) all.push({ matchedBy: matchedByName(name), confidence: confidenceOfName(name, country) });
  let best: Omit<MatchCandidate, 'companyId'> = { matchedBy: 'similar_name', confidence: 0 };
  for (const each of all) {
    const confidence = isConflict ? inConflict(each.matchedBy, each.confidence) : each.confidence;
    if (confidence > best.confidence) best = { ...each, confidence };
  }
  return {
    companyId: company.companyId,
    matchedBy: best.matchedBy,
    confidence: rounded(best.confidence),
    compared,
  };
}
