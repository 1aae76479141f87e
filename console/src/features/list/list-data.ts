import { useApiQuery } from '../../api/hooks.ts';
import {
  ListFrameDocument,
  type ListFrameQuery,
  ListMembershipDocument,
  type ListMembershipQuery,
} from '../../generated/graphql.ts';

export type ListFrame = NonNullable<ListFrameQuery['list']>;
export type Membership = NonNullable<NonNullable<ListMembershipQuery['list']>['members']>['materialization'];

/** Name, definition, owner and access of a list. */
export function useListFrame(listId: string) {
  return useApiQuery(ListFrameDocument, { listId });
}

/** Current members of a list, as numbers. The service computes them if the list changed since the last time. */
export function useMembership(listId: string) {
  const query = useApiQuery(ListMembershipDocument, { listId });
  return { ...query, membership: query.data?.list?.members?.materialization };
}
