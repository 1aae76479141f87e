import { createLogger } from '../../src/lib/logger.ts';
import { SweepGuard, type SweepTime } from '../../src/modules/sweeps/sweep-guard.ts';
import type { TestService } from './service.ts';

type Swept = Pick<TestService, 'database' | 'clock'>;

/** Stores that a sweep has just found the service's clock in step, as another process would. */
export async function believeClock({ database, clock }: Swept): Promise<void> {
  await database.pool.query('UPDATE last_sweep SET swept_at = $1', [clock.now()]);
}

/** Returns the time of a service's clock for statements that delete by it. */
export async function sweepTime(service: Swept): Promise<SweepTime> {
  await believeClock(service);
  const tools = { db: service.database.pool, clock: service.clock, logger: createLogger('silent') };
  const time = await new SweepGuard(tools).time();
  if (!time) throw new Error('the guard does not believe the clock');
  return time;
}
