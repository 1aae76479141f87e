import { useQuery } from '@tanstack/react-query';
import type { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request } from '../../../api/hooks.ts';
import { StoredDomainsDocument, type StoredDomainsQueryVariables } from '../../../generated/graphql.ts';

export type DomainKind = 'added' | 'excluded';

/** Domains of a list by hand, and whether each is added or excluded. */
export type StoredDomains = ReadonlyMap<string, DomainKind>;

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
