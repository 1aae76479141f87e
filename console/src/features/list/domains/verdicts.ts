import type { Entry } from '../../../lib/pasted-text.ts';
import type { CompanyFound } from './companies-of-domains.ts';
import type { DomainKind, StoredDomains } from './stored-domains.ts';

/** Verdict on an entry. Before a change it is a forecast; afterwards it is the answer of the service. */
export type Verdict =
  | { kind: 'invalid'; reason: string }
  /** It is on the list, or excluded, already. */
  | { kind: 'present' }
  /** It changes sides: adding lifts an exclusion, and excluding removes an addition. */
  | { kind: 'moves'; company: CompanyFound | null | undefined }
  | { kind: 'tracked'; company: CompanyFound }
  | { kind: 'notTracked' }
  /** The catalogue was not asked yet. */
  | { kind: 'open' }
  /** The service did it. `tracked` is false for a domain of no company. */
  | { kind: 'done'; tracked: boolean };

export interface Judged extends Entry {
  verdict: Verdict;
}

/** Forecasts what adding or excluding the entries would do. */
export function forecast(
  entries: readonly Entry[],
  kind: DomainKind,
  stored: StoredDomains,
  known: ReadonlyMap<string, CompanyFound | null>,
): Judged[] {
  const verdictOf = ({ parsed: { domain, reason } }: Entry): Verdict => {
    if (domain === undefined) return { kind: 'invalid', reason };
    const company = known.get(domain);
    const now = stored.get(domain);
    if (now !== undefined) return now === kind ? { kind: 'present' } : { kind: 'moves', company };
    if (company === undefined) return { kind: 'open' };
    return company === null ? { kind: 'notTracked' } : { kind: 'tracked', company };
  };
  return entries.map((entry) => ({ ...entry, verdict: verdictOf(entry) }));
}

/** Answer of the service to added or excluded domains. */
export interface Answer {
  added: readonly string[];
  alreadyPresent: readonly string[];
  notTracked: readonly string[];
  invalid: readonly { input: string; reason: string }[];
}

/** Returns the verdict of the service on each entry that was sent. */
export function judge(sent: readonly Entry[], answer: Answer): Judged[] {
  const reasons = new Map(answer.invalid.map(({ input, reason }) => [input, reason]));
  const present = new Set(answer.alreadyPresent);
  const notTracked = new Set(answer.notTracked);
  return sent.map((entry) => {
    const domain = entry.parsed.domain ?? '';
    const reason = reasons.get(entry.input);
    if (reason !== undefined) return { ...entry, verdict: { kind: 'invalid', reason } };
    if (present.has(domain)) return { ...entry, verdict: { kind: 'present' } };
    return { ...entry, verdict: { kind: 'done', tracked: !notTracked.has(domain) } };
  });
}

/** Tells whether sending the entry would change the list. */
export function changesList({ verdict }: Judged): boolean {
  return verdict.kind !== 'invalid' && verdict.kind !== 'present';
}
