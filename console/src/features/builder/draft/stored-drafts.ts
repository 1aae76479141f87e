import { listWork, readWork, removeWork, writeWork } from '../../../api/storage.ts';
import type { Draft } from '../../../filter/draft-link.ts';
import { parseDefinition } from '../../../filter/parse-definition.ts';

/** Drafts of one caller that this browser keeps; the oldest go first. */
const KEPT = 40;

const prefix = (caller: string) => `draft:${caller}:`;

/** A draft with the time of its last change, in milliseconds since 1970. */
export interface KeptDraft {
  at: number;
  draft: Draft;
}

/** Id of the draft of a list that a person left unsaved; without a list, that of a new one. No address has such an id. */
export const unsavedId = (listId: string | undefined): string => `unsaved:${listId ?? 'new'}`;

/** Reads a draft of the caller. @returns undefined where this browser does not have it. */
export async function readDraft(caller: string, id: string): Promise<KeptDraft | undefined> {
  const stored = await readWork<KeptDraft>(prefix(caller) + id);
  const parsed = stored && parseDefinition(stored.draft.definition, { draft: true });
  return stored && parsed?.ok
    ? { at: stored.at, draft: { ...stored.draft, definition: parsed.value } }
    : undefined;
}

export async function removeDraft(caller: string, id: string): Promise<void> {
  await removeWork(prefix(caller) + id);
}

/** Writes a draft, and removes the oldest ones beyond the number that is kept. */
export async function writeDraft(caller: string, id: string, draft: Draft): Promise<void> {
  await writeWork(prefix(caller) + id, { at: Date.now(), draft } satisfies KeptDraft);
  const all = await listWork<KeptDraft>(prefix(caller));
  const old = all.sort(([, a], [, b]) => b.at - a.at).slice(KEPT);
  await Promise.all(old.map(([key]) => removeWork(key)));
}
