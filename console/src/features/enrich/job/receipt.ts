import type { BatchReceipt, Job } from './job.ts';

/** Sums over the batches of a job that are done. */
export interface JobReceipt {
  /** Credits that the job charged so far. */
  readonly charged: number;
  /** Balance after the last batch, in credits; undefined before the first. */
  readonly remaining: number | undefined;
  readonly byCharge: BatchReceipt['byCharge'];
  readonly byStatus: BatchReceipt['byStatus'];
  /** Numbers of domains. */
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

/** Adds up what the batches of a job cost and found. */
export function receiptOf({ batches }: Job): JobReceipt {
  const receipts = batches.flatMap(({ state, receipt }) => (state === 'done' && receipt ? [receipt] : []));
  const sum = (pick: (receipt: BatchReceipt) => number) =>
    receipts.reduce((total, receipt) => total + pick(receipt), 0);
  const domains = (state?: string) =>
    batches.reduce((total, batch) => total + (!state || batch.state === state ? batch.domains.length : 0), 0);
  // Batches are not always done in their order: one that failed may be retried last.
  const last = receipts.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
  return {
    charged: sum(({ charged }) => charged),
    remaining: last?.remaining,
    byCharge: {
      CHARGED: sum(({ byCharge }) => byCharge.CHARGED),
      IN_WINDOW: sum(({ byCharge }) => byCharge.IN_WINDOW),
      FREE: sum(({ byCharge }) => byCharge.FREE),
    },
    byStatus: {
      FOUND: sum(({ byStatus }) => byStatus.FOUND),
      NO_PARTNERSHIPS: sum(({ byStatus }) => byStatus.NO_PARTNERSHIPS),
      NOT_TRACKED: sum(({ byStatus }) => byStatus.NOT_TRACKED),
    },
    total: domains(),
    done: domains('done'),
    failed: domains('failed'),
  };
}
