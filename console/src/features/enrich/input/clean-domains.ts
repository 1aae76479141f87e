import { distinct, type Entry } from '../../../lib/pasted-text.ts';

/** Signs of a web or e-mail address, from which the host is taken. */
const ADDRESS = /[/@:]/;

/** An entry that is no domain, with the reason for people. */
export interface DroppedEntry {
  readonly entry: string;
  readonly reason: string;
}

export interface CleanedDomains {
  /** Distinct domains in the order of their first appearance. */
  readonly domains: readonly string[];
  /** Number of entries that repeat a domain. */
  readonly duplicates: number;
  readonly dropped: readonly DroppedEntry[];
  /** Number of web and e-mail addresses whose host was taken. */
  readonly addresses: number;
}

/** Divides entries into domains, repetitions of them, and what is none. */
export function cleanDomains(entries: readonly Entry[]): CleanedDomains {
  const found = entries.filter(({ parsed }) => parsed.domain !== undefined);
  const domains = distinct(found).flatMap(({ parsed }) => parsed.domain ?? []);
  return {
    domains,
    duplicates: found.length - domains.length,
    dropped: entries.flatMap(({ input, parsed: { reason } }) =>
      reason === undefined ? [] : { entry: input, reason },
    ),
    addresses: found.filter(({ input }) => ADDRESS.test(input)).length,
  };
}
