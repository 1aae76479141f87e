import type { TestService } from '../../harness/service.ts';

/** Raises a flag. @returns its id. */
export async function raiseFlag(
  service: TestService,
  key: string,
  description: string,
  slug = 'acme',
): Promise<number> {
  const { body } = await service.rest(key).post(`/v1/companies/${slug}/flags`, { description });
  return body.flag_id;
}

/** What a queued flag has of a review. */
export const QUEUED = {
  status: 'queued',
  resolution: null,
  note: null,
  resolved_at: null,
  resolved_by_id: null,
};

/** Reads what a flag has of a review. */
export async function readReview({ database }: TestService, flagId: number) {
  const { rows } = await database.pool.query(
    `SELECT status, outcome::text AS resolution, resolution AS note, resolved_at, resolved_by_id
     FROM data_flag WHERE id = $1`,
    [flagId],
  );
  return rows[0];
}

/** Reads the entries of the audit log about a flag. */
export async function readFlagAudit({ database }: TestService, flagId: number) {
  const { rows } = await database.pool.query(
    `SELECT action, organization_id, actor_id, details FROM admin_event WHERE details ->> 'flag_id' = $1`,
    [String(flagId)],
  );
  return rows;
}
