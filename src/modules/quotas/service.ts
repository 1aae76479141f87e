import type { Queryable } from '../../database/client.ts';
import type { Principal } from '../../lib/principal.ts';
import type { AccessService } from '../access/service.ts';
import type { FieldsService } from '../fields/service.ts';
import type { FlagsService } from '../flags/service.ts';
import type { ReplayLogUsage } from '../idempotency/replay-log-usage.ts';
import type { Drafts } from '../lists/drafts/service.ts';
import type { Passkeys } from '../sign-in/passkeys.ts';
import type { Webhooks } from '../webhooks/service.ts';
import { countWatched, QUOTA_NAMES, type QuotaName, type Quotas, readUsage } from './quotas.ts';

export interface QuotaState {
  quota: QuotaName;
  /** Null: no limit. */
  limit: number | null;
  /** Null if there is no single figure, because each list has a separate number of domains. */
  used: number | null;
}

interface QuotaReaderTools {
  db: Queryable;
  quotas: Quotas;
  /** Reads the bytes that the valid exports of an organization take. */
  readExportBytes: (organizationId: number) => Promise<number>;
  /** Counts the values that an organization has stored in its own fields. */
  countFieldValues: (organizationId: number) => Promise<number>;
  /** Reads the bytes that the files of an organization's jobs take. */
  readJobBytes: (organizationId: number) => Promise<number>;
  fields: Pick<FieldsService, 'list'>;
  flags: Pick<FlagsService, 'countQueued'>;
  access: Pick<AccessService, 'countActive'>;
  passkeys: Pick<Passkeys, 'count'>;
  replayLogUsage: Pick<ReplayLogUsage, 'used'>;
  webhooks: Pick<Webhooks, 'count'>;
  drafts: Pick<Drafts, 'count'>;
}

export type QuotaReader = ReturnType<typeof createQuotaReader>;

export function createQuotaReader(tools: QuotaReaderTools) {
  const { db, quotas, access, replayLogUsage } = tools;
  return {
    /** Reads every quota with its use by the caller's organization; of keys, passkeys and drafts, by the owner of the caller's key. */
    async read(principal: Principal): Promise<QuotaState[]> {
      const { organizationId, userId } = principal;
      const [
        usage,
        watched,
        exportBytes,
        flags,
        keys,
        passkeys,
        replayBytes,
        webhooks,
        drafts,
        fields,
        values,
        jobBytes,
      ] = await Promise.all([
        readUsage(db, organizationId),
        countWatched(db, organizationId),
        tools.readExportBytes(organizationId),
        tools.flags.countQueued(organizationId),
        access.countActive(principal),
        userId === null ? 0 : tools.passkeys.count(userId),
        replayLogUsage.used(organizationId),
        tools.webhooks.count(organizationId),
        userId === null ? 0 : tools.drafts.count(userId),
        tools.fields.list(principal),
        tools.countFieldValues(organizationId),
        tools.readJobBytes(organizationId),
      ]);
      const used: Record<QuotaName, number | null> = {
        lists: usage.lists,
        definition_bytes: usage.definitionBytes,
        list_domains: null,
        list_views: null,
        watched_lists: watched,
        export_bytes: exportBytes,
        flags,
        keys,
        passkeys,
        replay_log_bytes: replayBytes,
        webhooks,
        drafts,
        catalogue_fields: fields.filter(({ scope }) => scope === 'catalogue').length,
        own_fields: fields.filter(({ scope }) => scope === 'organization').length,
        field_values: values,
        job_bytes: jobBytes,
        import_bytes: null,
      };
      return QUOTA_NAMES.map((quota) => ({ quota, limit: quotas.limits[quota] ?? null, used: used[quota] }));
    },
  };
}
