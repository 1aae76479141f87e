import { queryKey, request } from '../../../api/hooks.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Draft } from '../../../filter/draft-link.ts';
import { parseDefinition } from '../../../filter/parse-definition.ts';
import { DraftHeadsDocument, type KeptDraftFragment, ReadDraftDocument } from '../../../generated/graphql.ts';

/** Place of a draft on the service, and the version that this page has read or saved. */
export interface DraftPlace {
  id: number;
  version: number;
}

/** A draft as the service keeps it for the caller. */
export interface KeptDraft {
  place: DraftPlace;
  /** Time of its last change, in ISO 8601. */
  at: string;
  draft: Draft;
}

/** Reads a draft of the caller. @returns undefined where there is none with this id, or it says nothing that can be read. */
export async function readKept(id: number): Promise<KeptDraft | undefined> {
  const found = await request(ReadDraftDocument, { draftId: id }).catch(() => undefined);
  return found?.draft ? toKept(found.draft) : undefined;
}

const HEADS = {
  queryKey: queryKey(DraftHeadsDocument, {}),
  queryFn: () => request(DraftHeadsDocument, {}),
};

/** Begins to read which drafts there are, while the page loads what else it needs. */
export function preloadHeads(): void {
  if (window.location.hash === '') void queryClient.prefetchQuery(HEADS);
}

/** Reads the draft that the caller left last: that of a list, or of a new one. */
export async function readLeft(listId: string | undefined): Promise<KeptDraft | undefined> {
  const heads = await queryClient.fetchQuery(HEADS).catch(() => undefined);
  const left = heads?.drafts?.edges.find(({ node }) => (node.listId?.toString() ?? undefined) === listId);
  return left && readKept(left.node.draftId);
}

function toKept(found: KeptDraftFragment): KeptDraft | undefined {
  const parsed = parseDefinition(found.definition, { draft: true });
  if (!parsed.ok) return undefined;
  const { draftId: id, version, updatedAt, name, listId, definitionVersion } = found;
  const isOfNewList = listId == null;
  const draft: Draft = {
    definition: parsed.value,
    ...(name != null && isOfNewList && { name }),
    ...(!isOfNewList && { listId: String(listId) }),
    ...(definitionVersion != null && { baseVersion: definitionVersion }),
  };
  return { place: { id, version }, at: updatedAt, draft };
}
