import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request, useApiQuery } from '../../../api/hooks.ts';
import {
  CatalogueExamplesDocument,
  CompaniesOfDomainsDocument,
  StoredDomainsDocument,
  type StoredDomainsQueryVariables,
} from '../../../generated/graphql.ts';
import { batchesOf } from '../../../lib/batches.ts';
import type { Entry } from '../../../lib/pasted-text.ts';

export type DomainKind = 'added' | 'excluded';

/** Domains of a list by hand, and whether each is added or excluded. */
type StoredDomains = ReadonlyMap<string, DomainKind>;

/** Loads all domains that were added to a list or excluded from it, for the verdicts on pasted ones. */
export function useStoredDomains(listId: string, enabled: boolean) {
  return useQuery<StoredDomains, CompanyDataError>({
    queryKey: queryKey(StoredDomainsDocument, { listId }),
    queryFn: ({ signal }) => loadAll(listId, signal),
    enabled,
  });
}

async function loadAll(listId: string, signal: AbortSignal): Promise<StoredDomains> {
  const stored = new Map<string, DomainKind>();
  const page: StoredDomainsQueryVariables = { listId };
  for (;;) {
    const { list } = await request(StoredDomainsDocument, page, { signal });
    const { addedDomains: added, excludedDomains: excluded } = list ?? {};
    for (const { node } of added?.edges ?? []) stored.set(node.domain, 'added');
    for (const { node } of excluded?.edges ?? []) stored.set(node.domain, 'excluded');
    if (!added?.pageInfo.hasNextPage && !excluded?.pageInfo.hasNextPage) return stored;
    // A kind without another page goes on after its last domain: its next page is empty.
    page.addedAfter = added?.pageInfo.endCursor ?? page.addedAfter ?? null;
    page.excludedAfter = excluded?.pageInfo.endCursor ?? page.excludedAfter ?? null;
  }
}

interface CompanyFound {
  slug: string;
  name: string;
}

/** Companies in a sample. A domain belongs to one company at most, so that the sample of this many domains is complete. */
const SAMPLE = 25;
/** Samples in one request. */
const SAMPLES = 4;

/**
 * Finds the companies of up to 100 domains. Free of credits; each sample costs about 1,100 points of the limit.
 *
 * @param registryVersion version of the fields that filters have.
 * @returns the company of each domain; domains that are not tracked are absent.
 */
async function findCompanies(
  domains: readonly string[],
  registryVersion: string,
  signal: AbortSignal,
): Promise<Map<string, CompanyFound>> {
  const [a, b, c, d] = batchesOf(domains, SAMPLE).map((values) => ({
    registry_version: registryVersion,
    root: { condition: { field: 'domain', operator: 'equals', values } },
  }));
  const variables = { a, b, c, d, hasB: b !== undefined, hasC: c !== undefined, hasD: d !== undefined };
  const found = await request(CompaniesOfDomainsDocument, variables, { signal });
  const companies = [found.a, found.b, found.c, found.d].flatMap((each) => each?.sample ?? []);
  return new Map(companies.flatMap((company) => company.domains.map((domain) => [domain, company])));
}

/** Milliseconds without a change of the domains before the catalogue is asked. */
const PAUSE_MS = 200;

/** Asks the catalogue for the companies of domains, in batches, each domain once. A domain that is not tracked has null. */
export function useCompanies(domains: readonly string[]) {
  const registry = useApiQuery(CatalogueExamplesDocument, {}, { staleTime: Number.POSITIVE_INFINITY });
  const version = registry.data?.filterFields?.registryVersion;
  const [known, setKnown] = useState<ReadonlyMap<string, CompanyFound | null>>(new Map());
  const [error, setError] = useState<CompanyDataError>();
  const asked = useRef(known);
  const key = domains.join('\n');

  useEffect(() => {
    if (version === undefined) return;
    const control = new AbortController();
    const askAll = async () => {
      const open = (key === '' ? [] : key.split('\n')).filter((domain) => !asked.current.has(domain));
      for (const batch of batchesOf(open, SAMPLE * SAMPLES)) {
        const found = await findCompanies(batch, version, control.signal);
        asked.current = new Map([
          ...asked.current,
          ...batch.map((domain) => [domain, found.get(domain) ?? null] as const),
        ]);
        setKnown(asked.current);
        setError(undefined);
      }
    };
    const timer = setTimeout(() => {
      askAll().catch((failure: unknown) => {
        if (!control.signal.aborted && failure instanceof CompanyDataError) setError(failure);
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key, version]);

  return { known, error: error ?? registry.error };
}

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
    const verdict: Verdict =
      reason !== undefined
        ? { kind: 'invalid', reason }
        : present.has(domain)
          ? { kind: 'present' }
          : { kind: 'done', tracked: !notTracked.has(domain) };
    return { ...entry, verdict };
  });
}

/** Tells whether sending the entry would change the list. */
export function changesList({ verdict }: Judged): boolean {
  return verdict.kind !== 'invalid' && verdict.kind !== 'present';
}
