import { queryClient } from '../../../api/query-client.ts';

/** Key of everything about jobs in the cache. */
export const JOBS = 'enrichment-jobs';

const channel = new BroadcastChannel('company-data.jobs');
channel.onmessage = () => void queryClient.invalidateQueries({ queryKey: [JOBS] });

/** Tells this tab and the others of the browser to read the jobs again. */
export function announceJobs(): void {
  void queryClient.invalidateQueries({ queryKey: [JOBS] });
  channel.postMessage(undefined);
}
