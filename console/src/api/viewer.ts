import { ViewerDocument, type ViewerQuery } from '../generated/graphql.ts';
import { useApiQuery } from './hooks.ts';
import { useSession } from './session.ts';

export type Caller = ViewerQuery['viewer'];

/** Returns who is signed in, with the organization and its balance. */
export function useViewer() {
  const { key, refused } = useSession();
  return useApiQuery(ViewerDocument, {}, { enabled: key !== undefined && !refused });
}

/** Returns whether the caller is an admin of the organization; false until it is known. */
export function useIsAdmin(): boolean {
  return useViewer().data?.viewer.user?.role === 'ADMIN';
}

/** Returns whether a person is signed in, and not an organization key; undefined until it is known. */
export function useIsPersonal(): boolean | undefined {
  const { data } = useViewer();
  return data && data.viewer.user !== null;
}
