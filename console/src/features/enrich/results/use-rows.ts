import { useEffect, useState } from 'react';
import type { Job } from '../job/job.ts';
import type { JobStore, ResultRow } from '../job/job-store.ts';

/** A result, and where its partners are kept. */
export interface PlacedRow extends ResultRow {
  readonly batchKey: string;
  /** Index in the batch. */
  readonly place: number;
}

/** Returns the results of a job in the order of its domains, as far as they are read. Each batch is read once. */
export function useRows(job: Job, store: JobStore): readonly PlacedRow[] {
  const [known, setKnown] = useState<ReadonlyMap<string, readonly PlacedRow[]>>(new Map());
  const done = job.batches.filter(({ state }) => state === 'done').map(({ key }) => key);
  const missing = done.filter((key) => !known.has(key)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is made anew at each render
  useEffect(() => {
    if (missing === '') return;
    let isOld = false;
    const read = async () => {
      const added = await Promise.all(
        missing.split(',').map(async (key) => [key, placed(key, await store.readRows(job.id, key))] as const),
      );
      if (!isOld) setKnown((last) => new Map([...last, ...added]));
    };
    void read();
    return () => {
      isOld = true;
    };
  }, [missing, job.id]);
  return done.flatMap((key) => known.get(key) ?? []);
}

const placed = (batchKey: string, rows: readonly ResultRow[]): PlacedRow[] =>
  rows.map((row, place) => ({ ...row, batchKey, place }));
