import type { Pools } from '../../database/pools.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KeyWatch } from '../access/key-watch.ts';
import type { OnCharge } from '../credits/credits-service.ts';
import type { FiltersService } from '../filters/filters-service.ts';
import type { WorkQueue } from '../limits/work-queue.ts';
import type { Quotas } from '../quotas/quotas.ts';

/** Dependencies that the parts of the lists service share. */
export interface ListTools {
  pools: Pools;
  /** Prisma over `pools.reads`. */
  prisma: PrismaClient;
  clock: Clock;
  filters: FiltersService;
  quotas: Quotas;
  /** Limits how many CSV files are sent at a time; undefined: no limit. */
  work?: Pick<WorkQueue, 'take'> | undefined;
  /** Ends CSV files whose key is refused while they are sent. */
  keys: Pick<KeyWatch, 'watch'>;
  onCharge?: OnCharge;
  /** Receives the milliseconds that computing and storing the members of a list took. */
  onMaterialized?: ((ms: number) => void) | undefined;
}
