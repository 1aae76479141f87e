import { listWork, readWork, removeWork, writeWork } from '../../../api/storage.ts';
import type { Draft } from '../../../filter/draft-link.ts';
import { parseDefinition } from '../../../filter/parse-definition.ts';

/** Drafts of one caller that this browser keeps; the oldest go first. */
const KEPT = 40;

interface Stored {
  at: number;
  draft: Draft;
}

const prefix = (caller: string) => `draft:${caller}:`;

/** Reads a draft of the caller. @returns undefined where this browser does not have it. */
export async function readDraft(caller: string, id: string): Promise<Draft | undefined> {
  const stored = await readWork<Stored>(prefix(caller) + id);
  const parsed = stored && parseDefinition(stored.draft.definition, { draft: true });
  return stored && parsed?.ok ? { ...stored.draft, definition: parsed.value } : undefined;
}

/** Writes a draft, and removes the oldest ones beyond the number that is kept. */
export async function writeDraft(caller: string, id: string, draft: Draft): Promise<void> {
  await writeWork(prefix(caller) + id, { at: Date.now(), draft } satisfies Stored);
  const all = await listWork<Stored>(prefix(caller));
  const old = all.sort(([, a], [, b]) => b.at - a.at).slice(KEPT);
  await Promise.all(old.map(([key]) => removeWork(key)));
}
