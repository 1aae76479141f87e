import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request, useApiQuery } from '../../../api/hooks.ts';
import {
  CompaniesOfDomainsDocument,
  type CompaniesOfDomainsQuery,
  RegistryVersionDocument,
  StoredDomainsDocument,
  type StoredDomainsQueryVariables,
} from '../../../generated/graphql.ts';
import type { Entry } from '../../../lib/pasted-text.ts';

export const domainsText = {
  kinds: { added: 'Add to the list', excluded: 'Exclude from the list' },
  action: {
    added: (count: string, one: boolean) => `Add ${count} ${one ? 'domain' : 'domains'}`,
    excluded: (count: string, one: boolean) => `Exclude ${count} ${one ? 'domain' : 'domains'}`,
  },
  finished: {
    added: (count: string) => `Added: ${count}.`,
    excluded: (count: string) => `Excluded: ${count}.`,
  },
  tables: { added: 'Added by hand', excluded: 'Excluded by hand' },
  none: {
    added: 'No domain was added by hand. Added companies are members whatever the filter says.',
    excluded: 'No domain is excluded. Excluded companies are never members, whatever the filter says.',
  },
  remove: { added: 'Remove', excluded: 'Lift' },
  removed: {
    added: (domain: string) => `${domain} is no longer added by hand.`,
    excluded: (domain: string) => `${domain} is no longer excluded.`,
  },
  removeOf: {
    added: (domain: string) => `Remove ${domain}`,
    excluded: (domain: string) => `Lift the exclusion of ${domain}`,
  },
} as const;

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

export interface CompanyFound {
  slug: string;
  name: string;
}

/**
 * Companies in a sample. A domain belongs to one company at most, so that the sample of this many domains is complete.
 */
const SAMPLE = 25;
/** Samples in one request. */
const SAMPLES = 4;

/** Domains of one request. */
const DOMAINS_A_REQUEST = SAMPLE * SAMPLES;

/**
 * Finds the companies of up to 100 domains. Free of credits; each sample costs about 1,100 points of the limit.
 *
 * @param registryVersion version of the fields that filters have.
 * @returns the company of each domain; domains that are not tracked are absent.
 */
async function findCompanies(
  domains: readonly string[],
  registryVersion: string,
  signal?: AbortSignal,
): Promise<Map<string, CompanyFound>> {
  const parts = Array.from({ length: SAMPLES }, (_, part) =>
    domains.slice(part * SAMPLE, (part + 1) * SAMPLE),
  );
  const [a, b, c, d] = parts.map((values) => definitionOf(values, registryVersion));
  const [, hasB, hasC, hasD] = parts.map(({ length }) => length > 0);
  const variables = { a, b, c, d, hasB: hasB === true, hasC: hasC === true, hasD: hasD === true };
  const found = await request(CompaniesOfDomainsDocument, variables, signal ? { signal } : {});
  return byDomain(found);
}

/** Definition that matches the companies of the domains. */
function definitionOf(values: readonly string[], registryVersion: string) {
  const condition = { field: 'domain', operator: 'equals', values };
  return { registry_version: registryVersion, root: { condition } };
}

function byDomain({ a, b, c, d }: CompaniesOfDomainsQuery): Map<string, CompanyFound> {
  const companies = [a, b, c, d].flatMap((each) => each?.sample ?? []);
  return new Map(
    companies.flatMap(({ slug, name, domains }) =>
      domains.map((domain): [string, CompanyFound] => [domain, { slug, name }]),
    ),
  );
}

/** Milliseconds without a change of the domains before the catalogue is asked. */
const PAUSE_MS = 200;

interface KnownCompanies {
  /** Company of each domain that was asked for; null for a domain that is not tracked. */
  known: ReadonlyMap<string, CompanyFound | null>;
  error: CompanyDataError | undefined;
}

/** Asks the catalogue for the companies of domains, in batches, each domain once. */
export function useCompanies(domains: readonly string[]): KnownCompanies {
  const registry = useApiQuery(RegistryVersionDocument, {}, { staleTime: Number.POSITIVE_INFINITY });
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
      for (let first = 0; first < open.length; first += DOMAINS_A_REQUEST) {
        const batch = open.slice(first, first + DOMAINS_A_REQUEST);
        const found = await findCompanies(batch, version, control.signal);
        const rows = batch.map((domain): [string, CompanyFound | null] => [
          domain,
          found.get(domain) ?? null,
        ]);
        asked.current = new Map([...asked.current, ...rows]);
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

  return { known, error: error ?? registry.error ?? undefined };
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
