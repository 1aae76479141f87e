import type { NameScore } from './score.ts';

/** Identifier by which a company was found. */
export type MatchedBy = 'domain' | 'former_domain' | 'email_domain' | 'exact_name' | 'similar_name';

/** From here on a match is safe to use unseen (contract, section 13). */
export const SAFE = 0.9;
/** From here on it is worth a look. Below, a row has no company. */
export const PLAUSIBLE = 0.7;
/** Less plausible companies are not told. */
export const LEAST = 0.5;
/** Lead over the next company that a company needs. */
const LEAD = 0.05;

/** Confidences have two digits, so that callers can compare them as they are shown. */
export const rounded = (confidence: number): number => Math.round(confidence * 100) / 100;

/** Tells whether one confidence leads another, without the noise of binary fractions. */
export const leads = (first: number, second: number): boolean => rounded(first - second) >= LEAD;

/** Confidence of a host by itself. */
const HOSTS = { domain: 1, former_domain: 0.95, email_domain: 0.92 } as const;
const FORMER_EMAIL = 0.9;
/** A host below a domain is often that of a customer: `acme.zendesk.com`. */
const BELOW = 0.8;
/** Most that the domain of a public mailbox reaches next to a name that does not agree: a list took it from an address. */
const SHARED = 0.6;

/** A host of a row that belongs to a company. */
export interface HostMatch {
  part: 'domain' | 'url' | 'email';
  isFormer: boolean;
  /** Whether the company has a domain above the host, not the host itself. */
  isBelow: boolean;
  /** Whether many companies have addresses at the host. */
  isShared: boolean;
}

export function matchedByHost({ part, isFormer }: HostMatch): keyof typeof HOSTS {
  if (part === 'email') return 'email_domain';
  return isFormer ? 'former_domain' : 'domain';
}

/** Confidence in the company of a host, as if nothing else were known. */
export function confidenceOfHost(match: HostMatch): number {
  if (match.isBelow) return BELOW;
  return match.part === 'email' && match.isFormer ? FORMER_EMAIL : HOSTS[matchedByHost(match)];
}

/** Names with this score agree with a host, and those with less than the other doubt it. */
const AGREES = 0.7;
const DOUBTS = 0.4;

/** Confidence in the company of a host beside a name. @param name comparison of the names, if a name was given */
export function withName(match: HostMatch, name: NameScore | undefined): number {
  const alone = confidenceOfHost(match);
  if (name === undefined) return alone;
  const rest = 1 - alone;
  // So a company that also has the name leads another one of the same name.
  if (name.equal) return 1;
  if (name.score >= AGREES) return alone + 0.6 * rest;
  if (match.isShared) return SHARED;
  return name.score < DOUBTS ? alone - rest - 0.01 : alone;
}

/** Relation of the countries of a row and a company: `unknown` if only the row has one, absent if it has none. */
export type CountryRelation = 'same' | 'unknown' | 'different' | undefined;

const EQUAL_NAME = 0.93;
const SIMILAR_NAME = 0.9;
const CONTRARY_FORM = 0.85;

/** Added for countries. A company in the same country leads one in none by the lead that it needs. */
const COUNTRIES = { same: 0.02, unknown: -0.03, different: -0.08 } as const;

/** Confidence in a company by its name, and country. */
export function confidenceOfName(name: NameScore, country: CountryRelation): number {
  const alone = name.equal ? EQUAL_NAME : Math.min(name.score, SIMILAR_NAME);
  const most = isContrary(name) ? CONTRARY_FORM : 1;
  return Math.min(alone + (country === undefined ? 0 : COUNTRIES[country]), most);
}

function isContrary({ parts }: NameScore): boolean {
  return parts.some(({ part, score }) => part === 'legal_form' && score === 0);
}

/** Most that a company reaches where identifiers lead to different ones. A domain leads an e-mail address, and both a name. */
const IN_CONFLICT: Readonly<Record<MatchedBy, number>> = {
  domain: 0.87,
  former_domain: 0.84,
  email_domain: 0.81,
  exact_name: 0.75,
  similar_name: 0.75,
};

export function inConflict(by: MatchedBy, confidence: number): number {
  return Math.min(confidence, IN_CONFLICT[by]);
}
