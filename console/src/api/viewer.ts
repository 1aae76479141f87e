import { queryOptions, useQuery } from '@tanstack/react-query';
import { ViewerDocument, type ViewerQuery } from '../generated/graphql.ts';
import { type Answered, queryKey, request } from './hooks.ts';
import { startSession, useSession } from './session.ts';

/** The person who is signed in, with the organization and its balance. */
export interface Caller {
  user: NonNullable<Answered<ViewerQuery>['viewer']['user']>;
  organization: Answered<ViewerQuery>['viewer']['organization'];
  isOperator: boolean;
}

/** Asks the service who is signed in, which also tells the page whether somebody is. */
export const viewerQuery = queryOptions({
  queryKey: queryKey(ViewerDocument, {}),
  async queryFn({ signal }): Promise<{ viewer: Caller }> {
    const {
      user,
      organization,
      operator: isOperator,
    } = (await request(ViewerDocument, {}, { signal })).viewer;
    if (!user) throw new TypeError('A session belongs to a person.');
    startSession(user.userId);
    return { viewer: { user, organization, isOperator } };
  },
});

/** Returns who is signed in. */
export function useViewer() {
  const { state } = useSession();
  return useQuery({ ...viewerQuery, enabled: state === 'unknown' || state === 'signed_in' });
}

/** Returns whether the caller is an admin of the organization; false until it is known. */
export function useIsAdmin(): boolean {
  return useViewer().data?.viewer.user.role === 'ADMIN';
}

/** Returns whether the caller is an operator of the installation; false until it is known. */
export function useIsOperator(): boolean {
  return useViewer().data?.viewer.isOperator ?? false;
}
