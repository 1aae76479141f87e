import type { components } from '../../../../clients/typescript/src/client.ts';
import { signInApi } from '../../api/client.ts';
import { startSession } from '../../api/session.ts';

type Schemas = components['schemas'];

/**
 * Exchanges what a person shows for a session, which the browser keeps in a cookie. Nothing of it is kept here.
 *
 * @returns the person who is signed in now.
 * @throws CompanyDataError `sign_in_failed` for what is wrong, used or expired; `user_credential_required` for a key of an
 *   organization; `insecure_origin` where the service takes no sessions.
 */
export async function signIn(body: Schemas['SignInInput']): Promise<Schemas['Person']> {
  const { user } = (await signInApi.rest.POST('/v1/session', { body })).data;
  if (!user) throw new TypeError('A session belongs to a person.');
  startSession(user.user_id);
  return user;
}
