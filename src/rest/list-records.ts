import type { GetListQuery, GrantPermissionMutation } from '../generated/operations.ts';

type ListRecord = Omit<GetListQuery['list'], 'permissions'>;
type PermissionRecord = GrantPermissionMutation['grantPermission']['permission'];

/** A list as REST spells it (contract, section 6). */
export function toList<T extends ListRecord>({ access_level, ...list }: T): object {
  return { ...list, access_level: access_level.toLowerCase() };
}

/** A permission as REST spells it: it has a user, or is for the whole organization. */
export function toPermission({ org_wide, user, access_level, ...permission }: PermissionRecord): object {
  return {
    ...permission,
    access_level: access_level.toLowerCase(),
    scope: org_wide ? 'org_wide' : 'user',
    ...(user ? { user_id: user.user_id } : {}),
  };
}

interface Connection<T> {
  totalCount: number;
  edges: readonly { node: T }[];
}

/** A page under its own name, with its envelope (contract, section 1). */
export function toPageOf<T>(
  name: string,
  { totalCount, edges }: Connection<T>,
  { limit, offset }: { limit: number; offset: number },
  toRecord: (node: T) => unknown = (node) => node,
): object {
  return { [name]: edges.map(({ node }) => toRecord(node)), total: totalCount, limit, offset };
}

/** Leaves out what is not known. */
export function withoutNulls(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
