import type { Compared } from './compare.ts';
import { rounded } from './confidence.ts';
import type { ReadRow } from './row.ts';
import type { NameEvidence } from './score.ts';

/** Identifier of a row; or what two names have in common or not. */
export type EvidencePart = 'domain' | 'url' | 'email' | 'name' | 'country' | NameEvidence['part'];

/** How a part of a row agrees with a company. */
export interface MatchEvidence {
  part: EvidencePart;
  /** As it was sent, or words of it; null for words that only the company has. */
  given: string | null;
  /** What the company has of it; null if it has none. */
  found: string | null;
  /** From 0, not at all, to 1. */
  score: number;
}

/** Returns how each identifier of a row agrees with a company. One that cannot be used agrees with none. */
export function evidenceOf(row: ReadRow, compared: Compared | undefined): MatchEvidence[] {
  const evidence: MatchEvidence[] = row.identifiers.map((identifier) => {
    const host = compared?.hosts.find((each) => each.identifier === identifier);
    const { part, given } = identifier;
    return { part, given, found: host?.owner.domain ?? null, score: host ? 1 : 0 };
  });
  if (row.name) {
    const { name } = compared ?? {};
    const found = compared?.company.name ?? null;
    evidence.push({ part: 'name', given: row.name.given, found, score: rounded(name?.score ?? 0) });
    if (name && !name.equal)
      for (const { part, given, found, score } of name.parts)
        evidence.push({ part, given, found, score: rounded(score) });
  }
  if (row.country) {
    const score = compared?.country === 'same' ? 1 : 0;
    evidence.push({
      part: 'country',
      given: row.country.given,
      found: compared?.company.country ?? null,
      score,
    });
  }
  return evidence;
}
