import { PARAMETERS } from '../parameters.ts';

/** Parameters that name a user. A row takes exactly one of them. */
export const USER = { user_id: PARAMETERS.user_id, email: PARAMETERS.email };

/** Pointers into a body, by the pointers of the GraphQL input that they become. */
export const SENT_AS = { '/to/userId': '/user_id', '/to/email': '/email' };

interface NamedUser {
  user_id?: number | undefined;
  email?: string | undefined;
}

/** Returns the GraphQL input of a user, which has one key. */
export function toUserTarget({ user_id, email }: NamedUser) {
  return user_id === undefined ? { email: email ?? '' } : { userId: user_id };
}
