const nameOf = (id: string) => `company-data.job:${id}`;

/**
 * Runs a task while no other tab holds the lock of the job. The browser frees the lock when the tab ends. Pages over plain
 * http have no locks: two tabs could then run one job at once, and the keys of its batches still keep it from being charged
 * twice.
 *
 * @returns false if another tab holds the lock; the task then did not run.
 */
export async function withJobLock(id: string, task: () => Promise<void>): Promise<boolean> {
  if (!('locks' in navigator)) {
    await task();
    return true;
  }
  return navigator.locks.request(nameOf(id), { ifAvailable: true }, async (lock) => {
    if (lock) await task();
    return lock !== null;
  });
}

/** Returns the ids of the jobs that run in any tab. */
export async function lockedJobs(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const prefix = nameOf('');
  const names = held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return new Set(names);
}
