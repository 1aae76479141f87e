import type { Response } from 'supertest';
import type { TestService } from '../../harness/service.ts';

const INVITE = `mutation ($input: InviteUserInput!) {
  inviteUser(input: $input) { link expiresAt mailed user { userId email name role kind disabledAt } }
}`;

/** Sends an invitation over GraphQL. */
export const invite = (service: TestService, key: string, input: object) =>
  service.graphql(key, INVITE, { input: { role: 'MEMBER', ...input } });

/** Returns the code of a link. */
export const codeOf = (link: string) => link.replace(/^.*#code=/, '');

/** Returns the link of a successful invitation, over either API. */
export function linkOf({ body }: Response): string {
  return (body.data?.inviteUser ?? body).link;
}

/** Reads the audit log of an organization, oldest first. */
export async function readAudit({ database }: TestService, organizationId: number) {
  const { rows } = await database.pool.query(
    `SELECT action, actor_id, key_id, operator, details FROM admin_event WHERE organization_id = $1 AND actor_id IS NOT NULL
     ORDER BY id`,
    [organizationId],
  );
  return rows;
}
