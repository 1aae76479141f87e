import { useQuery } from '@tanstack/react-query';
import type { CompanyDataError } from '../../../api/client.ts';
import { queryKey, request } from '../../../api/hooks.ts';
import { ListPermissionsDocument, type ListPermissionsQuery } from '../../../generated/graphql.ts';

type ListWithPermissions = NonNullable<ListPermissionsQuery['list']>;
type Permissions = NonNullable<ListWithPermissions['permissions']>;
export type Permission = Permissions['edges'][number]['node'];

/** A list with all its permissions. */
export interface Sharing {
  accessLevel: ListWithPermissions['accessLevel'];
  owner: ListWithPermissions['owner'];
  /** Permission of everybody in the organization. */
  organization: Permission | undefined;
  /** Permissions of single people, oldest first. */
  people: readonly (Permission & { user: NonNullable<Permission['user']> })[];
}

/** Loads all permissions of a list: that of the organization may be on any page. */
export function useSharing(listId: string) {
  return useQuery<Sharing, CompanyDataError>({
    queryKey: queryKey(ListPermissionsDocument, { listId }),
    queryFn: ({ signal }) => loadSharing(listId, signal),
  });
}

async function loadSharing(listId: string, signal: AbortSignal): Promise<Sharing> {
  const all: Permission[] = [];
  let list: ListWithPermissions | null | undefined;
  let after: string | null | undefined;
  do {
    ({ list } = await request(ListPermissionsDocument, { listId, after }, { signal }));
    all.push(...(list?.permissions?.edges ?? []).map(({ node }) => node));
    after = list?.permissions?.pageInfo.hasNextPage ? list.permissions.pageInfo.endCursor : undefined;
  } while (after);
  // The service reports a list that cannot be read as an error.
  if (!list) throw new TypeError('The answer has no list.');
  return {
    accessLevel: list.accessLevel,
    owner: list.owner,
    organization: all.find(({ orgWide }) => orgWide),
    people: all.flatMap((each) => (each.user ? [{ ...each, user: each.user }] : [])),
  };
}
