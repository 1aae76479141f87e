import { createLogger } from '../../src/lib/logger.ts';
import type { Gauges } from '../../src/observability/gauges.ts';
import { createObservability, type Observability } from '../../src/observability/observability.ts';

export interface CapturedGauges {
  /** For the service under test. */
  observability: Observability;
  /** Returns the connections of a pool that are in use or being opened. */
  inUse(pool: string): number;
  /** Returns the callers that wait for a connection of a pool. */
  waiting(pool: string): number;
  /** Returns the state of the replicas; undefined without any. */
  replicas(): Gauges['replicas'];
  /** Returns the number of responses that are being sent. */
  unreadAnswers(): number;
  /** Returns the uploads that run, and those that have ended. */
  uploads(): Gauges['uploads'];
  /** Returns the heavy work of a kind. */
  work(kind: string): { running: number; waiting: number; refused: number };
}

/** Captures what a service reports to its metrics about pools and slots, so that tests can read it during requests. */
export function captureGauges(): CapturedGauges {
  let captured: Gauges | undefined;
  const gauges = () => {
    if (!captured) throw new Error('no service has been started with these gauges');
    return captured;
  };
  const pool = (name: string) => {
    const found = gauges().pools[name];
    if (!found) throw new Error(`there is no pool ${name}`);
    return found;
  };
  const observability = {
    ...createObservability({ logger: createLogger('silent') }),
    readGauges: (given: Gauges) => {
      captured = given;
    },
  };
  return {
    observability,
    inUse: (name) => pool(name).totalCount - pool(name).idleCount,
    waiting: (name) => pool(name).waitingCount,
    replicas: () => gauges().replicas,
    unreadAnswers: () => gauges().unreadAnswers.count,
    uploads: () => gauges().uploads,
    work: (kind) => gauges().work?.stats()[kind] ?? { running: 0, waiting: 0, refused: 0 },
  };
}
