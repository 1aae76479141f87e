import { type Draft, readDraftLink } from '../../../filter/draft-link.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { readDraft } from './stored-drafts.ts';

/** Draft that the address names. `broken` says in words why there is none. */
export type AddressDraft =
  | { kind: 'none' }
  | { kind: 'draft'; draft: Draft }
  | { kind: 'broken'; reason: string };

/** Reads the draft of the current address. @param caller key prefix of the caller's stored drafts. */
export async function readAddress(caller: string): Promise<AddressDraft> {
  const link = readDraftLink(window.location.hash);
  if (link.kind !== 'stored') return link;
  const kept = await readDraft(caller, link.id);
  return kept ? { kind: 'draft', draft: kept.draft } : { kind: 'broken', reason: editorText.page.missing };
}
