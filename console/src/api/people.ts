import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { PeopleOfOrganizationDocument, type UserRole } from '../generated/graphql.ts';
import type { CompanyDataError } from './client.ts';
import { queryKey, request } from './hooks.ts';

export interface Person {
  userId: number;
  name: string;
  email: string;
  /** Absent of people who were read for another purpose. */
  role?: UserRole;
}

/** People hardly ever change. */
const FRESH_MS = 300_000;

/** Loads all people of the organization by id. Disabled ones are left out. */
export function usePeople(): UseQueryResult<Person[], CompanyDataError> {
  return useQuery({
    queryKey: [...queryKey(PeopleOfOrganizationDocument), 'all'],
    queryFn: ({ signal }) => loadPeople(signal),
    staleTime: FRESH_MS,
  });
}

async function loadPeople(signal: AbortSignal): Promise<Person[]> {
  const people: Person[] = [];
  let after: string | null | undefined;
  do {
    const { viewer } = await request(PeopleOfOrganizationDocument, { after }, { signal });
    const { users } = viewer.organization;
    people.push(...(users?.edges ?? []).map(({ node }) => node));
    after = users?.pageInfo.hasNextPage ? users.pageInfo.endCursor : undefined;
  } while (after);
  return people;
}
