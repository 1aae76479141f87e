import { CompanyDataError } from '../../api/client.ts';
import { queryKey, requestKept } from '../../api/hooks.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Draft } from '../../filter/draft-link.ts';
import { DeleteDraftDocument, DraftHeadsDocument, DraftsOverviewDocument } from '../../generated/graphql.ts';
import {
  type DraftPlace,
  forgetSave,
  isUndecided,
  saveOf,
  sendSave,
  type UnansweredSave,
} from './kept-draft.ts';

/** Time from an edit to the save that has it. */
const PAUSE_MS = 1000;
/** Time until a save is tried again that did not reach the service. */
const RETRY_MS = 5000;

/** The draft was saved by another page, or is gone: this page goes on with one of its own. */
const TAKEN: readonly string[] = ['draft_conflict', 'draft_not_found'];

interface DraftSaverOptions {
  /** Draft that the page began with; undefined before the first save. */
  place: DraftPlace | undefined;
  /** Save of the page before, which may have been carried out. */
  unanswered: UnansweredSave | undefined;
  /** Returns the name by which a draft without one is listed. */
  title(): string | undefined;
  /** Returns the draft as it is now; undefined when nothing needs to be kept. */
  read(): Draft | undefined;
  /** Called after each save; without a place once the draft is removed. */
  onSaved(place: DraftPlace | undefined): void;
  /** Called with the reason when the service refuses a draft or cannot be reached; null once it is saved. */
  onFailure(reason: string | null): void;
}

/** Keeps what is edited as a draft on the service. One request runs at a time, and the last one has the last edit. */
export class DraftSaver {
  readonly #options: DraftSaverOptions;
  #place: DraftPlace | undefined;
  #isDirty = false;
  /** Whether the service refused the last edit. */
  #isRefused = false;
  /** Whether the list was deleted, or is no longer shared: the draft is then for a new list. */
  #isListGone = false;
  /** Save that did not reach the service, or whose response did not reach this page. */
  #unanswered: UnansweredSave | undefined;
  #running: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DraftSaverOptions) {
    this.#options = options;
    this.#place = options.place;
    this.#unanswered = options.unanswered;
  }

  get place(): DraftPlace | undefined {
    return this.#place;
  }

  /** Key of the save whose response has not arrived. */
  get saveKey(): string | undefined {
    return this.#unanswered?.key;
  }

  /** Notes an edit, and saves it in a moment. */
  edited(): void {
    this.#isDirty = true;
    this.#later(PAUSE_MS);
  }

  /** Saves what waits, at once. */
  flush(): void {
    if (this.#isDirty) this.#run();
  }

  /** Saves what waits, at once. @returns false if the service does not have the last edit. */
  async keep(): Promise<boolean> {
    if (this.#isRefused) this.#isDirty = true;
    this.flush();
    await this.#running;
    return !this.#isDirty && !this.#isRefused;
  }

  /** Removes the draft: what it says is saved, or discarded. */
  async forget(): Promise<void> {
    this.close();
    this.#isDirty = false;
    this.#isRefused = false;
    await this.#running;
    // It may have made a draft, whose place the response has.
    if (this.#unanswered) await this.#send(this.#unanswered).catch(() => undefined);
    this.#unanswered = undefined;
    forgetSave();
    await this.#remove().catch(() => undefined);
  }

  /** Leaves the draft as it is; what is edited from now on is another one. */
  async leave(): Promise<void> {
    this.flush();
    await this.#running;
    this.close();
    this.#isDirty = false;
    this.#isRefused = false;
    this.#unanswered = undefined;
    this.#place = undefined;
    this.#options.onSaved(undefined);
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => this.flush(), ms);
  }

  /** Ends what waits. A request that runs is finished. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    this.close();
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = undefined;
    });
  }

  async #saveAll(): Promise<void> {
    while (this.#isDirty) {
      this.#isDirty = false;
      try {
        await this.#save();
        this.#isRefused = false;
        this.#options.onFailure(null);
      } catch (error) {
        if (!(error instanceof CompanyDataError)) throw error;
        if (this.#isMended(error.code)) {
          this.#isDirty = true;
          continue;
        }
        this.#options.onFailure(error.message);
        this.#isRefused = !isUndecided(error);
        if (this.#isRefused) return;
        this.#isDirty = true;
        this.#later(RETRY_MS);
        return;
      }
    }
  }

  /** Takes from the draft what the service refuses. @returns whether there was such a thing. */
  #isMended(code: string): boolean {
    const isTaken = this.#place !== undefined && TAKEN.includes(code);
    if (isTaken) this.#place = undefined;
    const isGone = code === 'list_not_found' && !this.#isListGone;
    if (isGone) this.#isListGone = true;
    return isTaken || isGone;
  }

  async #save(): Promise<void> {
    // It may have been carried out, so that another one would make a second draft.
    if (this.#unanswered) await this.#send(this.#unanswered);
    const draft = this.#options.read();
    if (!draft) return this.#remove();
    const { definition, name = this.#options.title(), listId, baseVersion } = draft;
    const at = this.#place && { draftId: this.#place.id, ifVersion: this.#place.version };
    const from = this.#isListGone ? {} : { listId, definitionVersion: baseVersion };
    const input = { ...at, ...from, definition, name };
    await this.#send(saveOf(draft, input));
  }

  async #send(save: UnansweredSave): Promise<void> {
    this.#unanswered = save;
    const place = await sendSave(save).catch((error) => {
      if (!isUndecided(error)) this.#unanswered = undefined;
      throw error;
    });
    this.#unanswered = undefined;
    if (place) this.#moved(place);
  }

  async #remove(): Promise<void> {
    const place = this.#place;
    if (!place) return;
    await requestKept(DeleteDraftDocument, { input: { draftId: place.id } });
    this.#moved(undefined);
  }

  #moved(place: DraftPlace | undefined): void {
    this.#place = place;
    this.#options.onSaved(place);
    for (const each of [DraftsOverviewDocument, DraftHeadsDocument])
      void queryClient.invalidateQueries({ queryKey: queryKey(each) });
  }
}
