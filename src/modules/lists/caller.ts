import { requireUser } from '../access/access-service.ts';
import type { Principal } from '../access/principal.ts';
import type { Caller } from './list.ts';

/** Lists belong to people: an organization key is nobody. @throws Fault user_credential_required */
export function toCaller(principal: Principal): Caller {
  const { userId, organizationId, keyId, memory } = requireUser(principal);
  return { userId, organizationId, keyId, memory };
}
