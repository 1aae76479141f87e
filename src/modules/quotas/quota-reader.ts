import type { Queryable } from '../../database/client.ts';
import type { AccessService } from '../access/access-service.ts';
import type { Principal } from '../access/principal.ts';
import type { ReplayLog } from '../idempotency/replay-log.ts';
import { readUsage } from './organization-usage.ts';
import { QUOTA_NAMES, type QuotaName, type Quotas } from './quotas.ts';

/** One quota as a caller is shown it. */
export interface QuotaState {
  quota: QuotaName;
  /** Null: no limit. */
  limit: number | null;
  /** Null where there is no single figure: each list has its own number of domains. */
  used: number | null;
}

export interface QuotaReader {
  /** Every quota with what the caller's organization uses of it; of keys, what the owner of the caller's key uses. */
  read(principal: Principal): Promise<QuotaState[]>;
}

export interface QuotaReaderTools {
  db: Queryable;
  quotas: Quotas;
  access: Pick<AccessService, 'countActive'>;
  replayLog: Pick<ReplayLog, 'used'>;
}

export function createQuotaReader({ db, quotas, access, replayLog }: QuotaReaderTools): QuotaReader {
  return {
    async read(principal) {
      const { organizationId } = principal;
      const [usage, keys, replayBytes] = await Promise.all([
        readUsage(db, organizationId),
        access.countActive(principal),
        replayLog.used(organizationId),
      ]);
      const used: Record<QuotaName, number | null> = {
        lists: usage.lists,
        definition_bytes: usage.definitionBytes,
        list_domains: null,
        keys,
        replay_log_bytes: replayBytes,
      };
      return QUOTA_NAMES.map((quota) => ({
        quota,
        limit: quotas.limits[quota] ?? null,
        used: used[quota],
      }));
    },
  };
}
