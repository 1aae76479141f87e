import type { Queryable } from '../../database/client.ts';
import { textIn } from '../../lib/property.ts';
import { ImportRefusal } from './guards.ts';
import { beginRun, finishRun, followRun, type ImportRequest, type RunOutcome } from './history.ts';
import type { Progress } from './progress.ts';

interface RecordedRun {
  request: ImportRequest;
  /** Filled by the import. When it fails, the reports of the files before are recorded as well. */
  report: RunOutcome['report'];
  progress: Progress;
  onNote: (note: string) => void;
}

/**
 * Runs an import and records it in the history, whatever its outcome. An outcome that cannot be recorded is a note, not a
 * failure: the rows are stored, and a scheduler must not repeat the import.
 */
export async function recordRun<T>(db: Queryable, run: RecordedRun, work: () => Promise<T>): Promise<T> {
  const { request, report, progress, onNote } = run;
  const id = await beginRun(db, request);
  const stopFollowing = followRun(db, id, progress);
  const finish = async (outcome: RunOutcome) => {
    await stopFollowing();
    await finishRun(db, id, outcome).catch((error: unknown) =>
      onNote(`the history of imports does not show the outcome of run ${id}: ${reasonOf(error)}`),
    );
  };
  try {
    const result = await work();
    await finish({ state: 'finished', report });
    return result;
  } catch (error) {
    if (error instanceof ImportRefusal)
      await finish({ state: 'refused', report: { files: error.files }, error: error.reason });
    else await finish({ state: 'failed', report, error: reasonOf(error) });
    throw error;
  }
}

/** Characters of a reason that are stored. */
const MAX_REASON = 2000;

function reasonOf(error: unknown): string {
  if (textIn(error, 'name') === 'AbortError') return 'interrupted by a signal';
  // PostgreSQL stores no NUL.
  return (textIn(error, 'message') ?? String(error)).replaceAll('\0', '').slice(0, MAX_REASON);
}
