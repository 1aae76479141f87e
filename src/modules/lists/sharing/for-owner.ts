import type { Queryable } from '../../../database/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type AdminAction, recordAdminEventIn } from '../../access/admin-events.ts';
import type { Caller, List } from '../list.ts';

/**
 * Records in the audit log of administration what an admin does with the list of a disabled user, in the transaction of
 * the change. The audit log of the list itself goes with the list.
 */
export async function recordIfForOwner(
  { clock }: { clock: Clock },
  client: Queryable,
  caller: Caller,
  { listId, name, owner }: List,
  action: Extract<AdminAction, 'list_transferred' | 'list_deleted'>,
  details: object,
): Promise<void> {
  if (caller.userId === owner.id) return;
  const { organizationId } = caller;
  const list = { list_id: listId, name, owner_id: owner.id };
  await recordAdminEventIn(client, clock, caller, {
    action,
    organizationId,
    details: { ...list, ...details },
  });
}
