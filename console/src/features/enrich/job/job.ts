/** Domains that one call enriches at most. */
export const BATCH_SIZE = 100;

/** Why a batch, or the whole job, did not go on. `message` is for people. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Counts of a finished batch. */
export interface BatchReceipt {
  /** Credits that were charged: one for each company, however many of its domains are in the batch. */
  readonly charged: number;
  /** Balance after the batch, in credits. */
  readonly remaining: number;
  /** Domains by what they cost. */
  readonly byCharge: Readonly<Record<'CHARGED' | 'IN_WINDOW' | 'FREE', number>>;
  /** Domains by what was found. */
  readonly byStatus: Readonly<Record<'FOUND' | 'NO_PARTNERSHIPS' | 'NOT_TRACKED', number>>;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Domains that are sent together. `sending`: a request may have arrived; only sending it again, with the same key, finds
 * out what became of it.
 */
export interface Batch {
  /** Idempotency-Key of every request for this batch. */
  readonly key: string;
  readonly domains: readonly string[];
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  readonly receipt?: BatchReceipt;
  readonly failure?: Failure;
}

export type JobStatus = 'ready' | 'running' | 'cancelled' | 'out_of_credits' | 'stopped' | 'done';

export interface Job {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly status: JobStatus;
  /** Why the job stopped; absent otherwise. */
  readonly failure?: Failure;
  readonly batches: readonly Batch[];
}

interface NewJob {
  id: string;
  name: string;
  createdAt: string;
  /** Cleaned, distinct domains. */
  domains: readonly string[];
  newKey: () => string;
}

/** Creates a job whose batches have their keys before anything is sent. */
export function createJob({ id, name, createdAt, domains, newKey }: NewJob): Job {
  return { id, name, createdAt, status: 'ready', batches: batchesOf(domains, BATCH_SIZE, newKey) };
}

function batchesOf(domains: readonly string[], size: number, newKey: () => string): Batch[] {
  return Array.from({ length: Math.ceil(domains.length / size) }, (_, index) => ({
    key: newKey(),
    domains: domains.slice(index * size, (index + 1) * size),
    state: 'waiting',
  }));
}

/** Returns the index of the batch to send next: one whose fate is unknown before those that were never sent. */
export function nextBatch({ batches }: Job): number | undefined {
  const unknown = batches.findIndex(({ state }) => state === 'sending');
  const next = unknown === -1 ? batches.findIndex(({ state }) => state === 'waiting') : unknown;
  return next === -1 ? undefined : next;
}

export function withStatus({ failure: _, ...job }: Job, status: JobStatus, failure?: Failure): Job {
  return { ...job, status, ...(failure && { failure }) };
}

/** Returns the job with another batch at an index. Its key stays, whatever happens to it. */
export function withBatch(job: Job, index: number, change: Partial<Omit<Batch, 'key' | 'domains'>>): Job {
  const batches = job.batches.map((batch, at) => {
    if (at !== index) return batch;
    const { key, domains } = batch;
    return { key, domains, state: batch.state, ...change };
  });
  return { ...job, batches };
}

/**
 * Replaces a batch by smaller ones with keys of their own. Only for a batch that the service refused as too large, since
 * that charges nothing.
 */
export function splitBatch(job: Job, index: number, size: number, newKey: () => string): Job {
  const batches = job.batches.flatMap((batch, at) =>
    at === index ? batchesOf(batch.domains, size, newKey) : [batch],
  );
  return { ...job, batches };
}

/** Failures that the service repeats for a key without looking again. Nothing was charged, or the company is paid for. */
const FINAL: readonly string[] = [
  'validation_error',
  'batch_too_large',
  'answer_too_large',
  'idempotency_key_reused',
  'idempotency_response_lost',
];

/** Returns whether sending the batch again with its key would give the same failure. */
export function isFinal({ code }: Failure): boolean {
  return FINAL.includes(code);
}

/** Makes failed batches wait again. Those whose failure is final get a new key. */
export function retryFailed(job: Job, newKey: () => string): Job {
  const batches = job.batches.map((batch): Batch => {
    if (batch.state !== 'failed') return batch;
    const { key, domains, failure } = batch;
    return { key: failure && isFinal(failure) ? newKey() : key, domains, state: 'waiting' };
  });
  return { ...job, batches };
}
