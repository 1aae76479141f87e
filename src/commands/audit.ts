import type { AdminAction } from '../modules/access/admin-events.ts';
import { type OutputOptions, print, table, withTools } from './terminal.ts';

/** Prints the audit log of administration, newest first. */
export async function runAudit(
  options: OutputOptions & { org?: string; action?: AdminAction; since?: Date; limit: number },
): Promise<void> {
  const { org: organization, action, since, limit } = options;
  const found = await withTools(({ administration }) =>
    administration.readAudit({ organization, action, since }, limit),
  );
  const entries = found.map((event) => ({
    entry_id: Number(event.id),
    at: event.at.toISOString(),
    action: event.action,
    organization_id: event.organizationId,
    organization: event.organization,
    user_id: event.actorId,
    user: event.actor,
    key_id: event.keyId,
    request_id: event.requestId,
    operator: event.operator,
    details: event.details,
  }));
  const rows = entries.map((entry) => [
    entry.at,
    entry.action,
    entry.organization ?? entry.organization_id ?? '',
    entry.operator ?? entry.user ?? `user ${entry.user_id}`,
    JSON.stringify(entry.details),
  ]);
  const lines = table(['AT', 'ACTION', 'ORGANIZATION', 'BY', 'DETAILS'], rows);
  print(options.json, { entries }, rows.length > 0 ? lines : 'no entries');
}
