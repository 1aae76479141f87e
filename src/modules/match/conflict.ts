import type { Compared } from './compare.ts';
import {
  confidenceOfHost,
  confidenceOfName,
  type MatchedBy,
  matchedByHost,
  rounded,
  SAFE,
} from './confidence.ts';
import type { NameScore } from './score.ts';

/** A company that a row may mean. */
export interface MatchCandidate {
  companyId: number;
  /** From 0 to 1. It does not depend on other companies, except in a conflict. */
  confidence: number;
  matchedBy: MatchedBy;
}

export const candidateOf = ({ companyId, confidence, matchedBy }: MatchCandidate): MatchCandidate => ({
  companyId,
  confidence,
  matchedBy,
});

export const matchedByName = ({ equal }: NameScore): MatchedBy => (equal ? 'exact_name' : 'similar_name');

/** Companies that a conflict names. */
export const MAX_CONFLICT = 4;

/**
 * Finds whether identifiers lead to different companies, each safe by itself (contract, section 13). Those that lead to
 * several, as a name may, agree with any of them.
 *
 * @returns the companies, the safest first; null if the identifiers agree.
 */
export function findConflict(companies: readonly Compared[]): MatchCandidate[] | null {
  const led = companies.flatMap(leadsTo).filter(({ confidence }) => confidence >= SAFE);
  const parts = new Set(led.map(({ part }) => part));
  const isAgreed = companies.some(({ company: { companyId } }) =>
    [...parts].every((part) => led.some((each) => each.part === part && each.companyId === companyId)),
  );
  if (parts.size < 2 || isAgreed) return null;
  const named = new Map<number, MatchCandidate>();
  for (const each of led.toSorted((a, b) => b.confidence - a.confidence || a.companyId - b.companyId))
    if (!named.has(each.companyId)) named.set(each.companyId, candidateOf(each));
  return [...named.values()].slice(0, MAX_CONFLICT);
}

interface Lead extends MatchCandidate {
  part: 'domain' | 'url' | 'email' | 'name';
}

/** Returns the confidence that each identifier by itself gives in a company. A shared host gives none beside others. */
function leadsTo({ company: { companyId }, hosts, name }: Compared): Lead[] {
  const leads: Lead[] = hosts.map((host) => ({
    part: host.part,
    companyId,
    matchedBy: matchedByHost(host),
    confidence: host.isShared ? 0 : confidenceOfHost(host),
  }));
  if (!name) return leads;
  const confidence = rounded(confidenceOfName(name, undefined));
  return [...leads, { part: 'name', companyId, matchedBy: matchedByName(name), confidence }];
}
