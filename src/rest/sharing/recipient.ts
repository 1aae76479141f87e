import { validationFault } from '../../lib/fault.ts';
import { PARAMETERS } from '../parameters.ts';

/** Parameters that name a user. */
export const USER = { user_id: PARAMETERS.user_id, email: PARAMETERS.email };

/** Pointers into a body, by the pointers of the GraphQL input that they become. */
export const SENT_AS = { '/to/userId': '/user_id', '/to/email': '/email' };

interface NamedUser {
  user_id?: number | undefined;
  email?: string | undefined;
}

/** Returns the users that a body names: for each, the parameter, and the GraphQL input that it becomes. */
export function usersOf({ user_id, email }: NamedUser) {
  return [
    ...(user_id === undefined ? [] : [{ key: 'user_id', to: { userId: user_id } }]),
    ...(email === undefined ? [] : [{ key: 'email', to: { email } }]),
  ];
}

/**
 * Returns the recipient, which is an input object of one key in GraphQL.
 *
 * @param message tells which parameters name a recipient.
 * @throws Fault validation_error unless exactly one is named, with a pointer to each that is too many.
 */
export function onlyOf<Named extends { key: string; to: unknown }>(
  named: readonly Named[],
  message: string,
): Named['to'] {
  const [first, ...more] = named;
  if (!first) throw validationFault([{ pointer: '/user_id', message }]);
  if (more.length === 0) return first.to;
  const tooMany = `${message}; ${first.key} is given as well`;
  throw validationFault(more.map(({ key }) => ({ pointer: `/${key}`, message: tooMany })));
}
