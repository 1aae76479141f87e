import { beforeAll } from '@jest/globals';
import { seedPlain } from '../../harness/seed.ts';
import type { TestService } from '../../harness/service.ts';
import { useService, useTenant } from '../../harness/use-service.ts';

/** Starts a service with a company, an organization that reports it, and one whose admin is an operator of the installation. */
export function useReviewers() {
  const { service, tenant, ids } = useService<'acme'>('reporters', {
    seed: async (pool) => ({ acme: await seedPlain(pool, 'acme') }),
  });
  const office = useTenant(service, 'office');
  beforeAll(async () => {
    await service.admin.setOperator(office.email, true);
  });
  const now = () => service.clock.now().toISOString();
  return {
    service,
    tenant,
    ids,
    office,
    now,
    patch: (key: string | undefined, flagId: number | string, body: object) =>
      service.rest(key).patch(`/v1/flags/${flagId}`, body),
    /** The flag as operators see it over REST. */
    reviewed: (flagId: number, description: string, more: object = {}) => ({
      flag_id: flagId,
      status: 'queued',
      description,
      created_at: now(),
      company_id: ids.acme,
      company: {
        company_id: ids.acme,
        name: 'ACME',
        slug: 'acme',
        primary_domain: 'acme.example',
        partnership_count: 0,
      },
      flagged_company: { company_id: ids.acme, name: 'ACME', primary_domain: 'acme.example' },
      organization: { organization_id: tenant.organizationId, name: 'reporters' },
      ...more,
    }),
  };
}

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
