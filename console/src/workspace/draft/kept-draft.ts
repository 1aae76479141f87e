import { randomId } from '../../../../clients/typescript/src/random-id.ts';
import { CompanyDataError, isUnreachable } from '../../api/client.ts';
import { queryKey, request, requestKept } from '../../api/hooks.ts';
import { queryClient } from '../../api/query-client.ts';
import { currentSession } from '../../api/session.ts';
import type { Draft } from '../../filter/draft-link.ts';
import { parseDefinition } from '../../filter/parse-definition.ts';
import {
  DraftHeadsDocument,
  type KeptDraftFragment,
  ReadDraftDocument,
  SaveDraftDocument,
  type SaveDraftInput,
} from '../../generated/graphql.ts';

/** Place of a draft on the service, and the version that this page has read or saved. */
export interface DraftPlace {
  id: number;
  version: number;
}

/** A draft as the service keeps it for the caller. */
interface KeptDraft {
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

/** A save whose response has not arrived. Repeated with its key, it is carried out once and has the same response. */
export interface UnansweredSave {
  key: string;
  input: SaveDraftInput;
  draft: Draft;
  userId: number | undefined;
  /** Addresses of the page that sent it: the browser may not have taken the last one yet when it loads the page again. */
  hrefs: readonly string[];
}

/** A tab has one page. What it was left with is of use for the next one alone. */
const STORED = 'company-data.unanswered-save';

let before = here();

/** Notes the address before another one is written. */
export function noteAddress(): void {
  before = here();
}

export function saveOf(draft: Draft, input: SaveDraftInput): UnansweredSave {
  const { userId } = currentSession();
  return { key: `draft-${randomId()}`, input, draft, userId, hrefs: [before, here()] };
}

/**
 * Sends a save, and keeps it in the tab until its response arrives: a page that is loaded again meanwhile goes on with the
 * same draft. @returns where the service keeps the draft. @throws CompanyDataError
 */
export async function sendSave(save: UnansweredSave): Promise<DraftPlace | undefined> {
  store(JSON.stringify(save));
  try {
    const { key: idempotencyKey, input } = save;
    const { saveDraft } = await requestKept(SaveDraftDocument, { input }, { idempotencyKey });
    store(undefined);
    return saveDraft ? { id: saveDraft.draft.draftId, version: saveDraft.draft.version } : undefined;
  } catch (error) {
    if (!isUndecided(error)) store(undefined);
    throw error;
  }
}

/** Tells whether a save that failed may have been carried out, or may still be. */
export const isUndecided = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof CompanyDataError && error.code === 'idempotency_in_progress');

/**
 * Repeats the save that the last page of this tab was left with.
 *
 * @returns where the service keeps the draft, if the repeat succeeded, and whether it can be repeated once more (`isOpen`).
 *   Undefined without a save.
 */
export async function repeatSave() {
  const save = stored();
  if (!save || save.userId !== currentSession().userId) return undefined;
  const place = await sendSave(save).catch(() => undefined);
  void queryClient.invalidateQueries({ queryKey: queryKey(DraftHeadsDocument) });
  return { save, place, isOpen: stored() !== undefined };
}

/** Forgets the save that the page was left with. */
export const forgetSave = (): void => store(undefined);

/** Tells whether the address is the one of the page that sent a save. */
export const isSentHere = ({ hrefs }: UnansweredSave): boolean => hrefs.includes(here());

function here(): string {
  return window.location.pathname + window.location.hash;
}

function stored(): UnansweredSave | undefined {
  try {
    const text = sessionStorage.getItem(STORED);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function store(text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, text);
  } catch {
    // A window that stores nothing: its drafts are saved all the same.
  }
}
