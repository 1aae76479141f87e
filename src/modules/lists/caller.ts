import { requireUser } from '../access/access-service.ts';
import type { Principal } from '../access/principal.ts';
import type { Caller } from './list.ts';

/** Lists belong to people: an organization key has none. @throws Fault user_credential_required */
export function toCaller(principal: Principal): Caller {
  return requireUser(principal);
}
