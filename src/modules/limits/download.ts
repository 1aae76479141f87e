import type { Readable } from 'node:stream';
import { invalidApiKey } from '../../lib/principal.ts';
import type { KeyWatch } from '../access/key-streams.ts';
import type { WorkQueue } from './work-queue.ts';

interface DownloadTools {
  work?: Pick<WorkQueue, 'take'> | undefined;
  keys: Pick<KeyWatch, 'watch'>;
}

/**
 * Opens a file for a caller in a slot for streams, and ends it when their credential ends: a slow reader may take hours.
 *
 * @param open gets the signal that ends the file, and what to call once when it is closed.
 * @throws Fault overloaded
 */
export async function openDownload(
  { work, keys }: DownloadTools,
  { organizationId, keyId }: { organizationId: number; keyId: number },
  open: (signal: AbortSignal, onEnd: () => void) => Readable,
): Promise<Readable> {
  const release = await work?.take('stream', organizationId);
  const refusal = new AbortController();
  const endWatch = keys.watch(keyId, () => refusal.abort(invalidApiKey()));
  return open(refusal.signal, () => {
    endWatch();
    release?.();
  });
}
