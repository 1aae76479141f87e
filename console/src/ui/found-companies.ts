import { queryKey, request } from '../api/hooks.ts';
import { FoundCompaniesDocument, type FoundCompaniesQuery } from '../generated/graphql.ts';

/** Lengths of a text that the service searches for. */
const [SHORTEST, LONGEST] = [2, 100];
const MOST = 6;

export type FoundCompany = NonNullable<FoundCompaniesQuery['companies']>['edges'][number]['node'];

/** Query of the companies whose name or domain has a text, best first; none for a text that is too short. */
export function companySearch(text: string) {
  const variables = { search: text.slice(0, LONGEST), first: MOST };
  return {
    queryKey: queryKey(FoundCompaniesDocument, variables),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FoundCompany[]> => {
      if (text.length < SHORTEST) return [];
      const { companies } = await request(FoundCompaniesDocument, variables, { signal });
      return companies?.edges.map(({ node }) => node) ?? [];
    },
  };
}
