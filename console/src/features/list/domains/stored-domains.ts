import { useQuery } from '@tanstack/react-query';
import type { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request } from '../../../api/hooks.ts';
import { StoredDomainsDocument } from '../../../generated/graphql.ts';

export type DomainKind = 'added' | 'excluded';

/** Domains of a list by hand, and whether each is added or excluded. */
export type StoredDomains = ReadonlyMap<string, DomainKind>;

const PAGE_SIZE = 1000;

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
  for (let offset = 0, total = 1; offset < total; offset += PAGE_SIZE) {
    const page = { listId, addedOffset: offset, excludedOffset: offset };
    const { list } = await request(StoredDomainsDocument, page, { signal });
    const { addedDomains, excludedDomains } = list ?? {};
    for (const { node } of addedDomains?.edges ?? []) stored.set(node.domain, 'added');
    for (const { node } of excludedDomains?.edges ?? []) stored.set(node.domain, 'excluded');
    total = Math.max(addedDomains?.totalCount ?? 0, excludedDomains?.totalCount ?? 0);
  }
  return stored;
}
