import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { request } from '../../api/hooks.ts';
import { registerWork } from '../../api/unsaved-work.ts';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { Definition, FilterNode } from '../../filter/definition.ts';
import type { Draft } from '../../filter/draft-link.ts';
import type { Addition } from '../../filter/rank.ts';
import { BuilderVersionDocument } from '../../generated/graphql.ts';
import { loadLabels } from '../../preview/value-labels.ts';
import { type AddressDraft, DraftAddress, readAddress, readFirst } from './draft-address.ts';
import { DraftSaver } from './draft-saver.ts';
import { type Editor, isSameDefinition } from './editor.ts';
import { type DraftPlace, forgetSave, readLeft, type UnansweredSave } from './kept-draft.ts';
import { type Saved, type SavedList, toSaved } from './saved-list.ts';

/** State that the editor begins with. */
export interface Start {
  definition: Definition;
  name?: string;
  /** Version that the draft began with; undefined for a new list. */
  base: Saved | undefined;
  /** Where the service keeps the draft; absent before it does. */
  place?: DraftPlace | undefined;
  /** Whether the draft says more than the service has. */
  isAhead?: boolean | undefined;
  /** Save of the page before that is to be repeated. */
  unanswered?: UnansweredSave | undefined;
  /** Time at which the draft was left, in ISO 8601; absent where none was left. */
  leftAt?: string;
  /** Condition to begin with, beside those of the definition. */
  addition?: Addition | undefined;
}

/** Condition that the next draft begins with. */
let handed: Addition | undefined;

/** Hands a condition, such as that of a bar, to the draft that the page opens next. */
export function handCondition(addition: Addition): void {
  handed = addition;
}

/**
 * Loads what the editor begins with: the draft of the address, else the one that was left last, else the list's definition,
 * else nothing. Names of its values are loaded before, because rows would grow by a line when these arrive.
 *
 * @param list undefined for a new list. It must be loaded.
 */
export function useStart(list: SavedList | undefined, catalogue: Catalogue | undefined) {
  const [start, setStart] = useState<Start | { broken: string }>();
  const registryVersion = catalogue?.registryVersion ?? '';
  const nameValues = useEffectEvent(
    async (root: FilterNode | null) => catalogue && loadLabels(catalogue, root),
  );
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const found = await toStart(list, registryVersion);
      if ('definition' in found) await nameValues(found.definition.root);
      if (!isCurrent) return;
      const addition = handed;
      handed = undefined;
      setStart((old) => old ?? { ...found, addition });
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [list, registryVersion]);
  const begin = () => setStart(savedStart(list, registryVersion));
  const beginEmpty = () =>
    setStart({ definition: { registry_version: registryVersion, root: null }, base: list && savedOf(list) });
  return { start, begin, beginEmpty };
}

type Starting = Promise<Start | { broken: string }>;

async function toStart(list: SavedList | undefined, registryVersion: string): Starting {
  const found = await readFirst();
  if (found.kind === 'broken') return { broken: found.reason };
  // A condition that is handed over is one of what the page showed, and not of an earlier draft.
  const left = found.kind === 'none' && !handed ? await readLeft(list?.listId) : undefined;
  const draft = found.kind === 'draft' ? found.draft : left?.draft;
  if (!draft) return savedStart(list, registryVersion);
  const { definition, name, listId, baseVersion } = draft;
  const isOfList = list !== undefined && listId === list.listId;
  const base = list && (isOfList ? await baseOf(list, baseVersion) : savedOf(list));
  return {
    definition,
    base,
    ...(name !== undefined && { name }),
    ...(found.kind === 'draft' && {
      place: found.place,
      isAhead: found.isAhead,
      unanswered: found.unanswered,
    }),
    ...(left && { leftAt: left.at, place: left.place }),
  };
}

function savedStart(list: SavedList | undefined, registry_version: string): Start {
  return list
    ? { definition: list.definition, base: savedOf(list) }
    : { definition: { registry_version, root: null }, base: undefined };
}

const savedOf = ({ version, definition }: SavedList): Saved => ({ version, definition });

/** Loads the version that a draft began with. A version that cannot be loaded is taken for the current one. */
async function baseOf(list: SavedList, version: number | undefined): Promise<Saved> {
  if (version === undefined || version === list.version) return savedOf(list);
  const variables = { listId: list.listId, version };
  const found = await request(BuilderVersionDocument, variables).catch(() => undefined);
  const saved = found?.list?.version;
  return saved ? toSaved(saved.version, saved.definition) : savedOf(list);
}

interface DraftAddressProps {
  editor: Editor;
  start: Start;
  list: SavedList | undefined;
  base: Saved | undefined;
  /** Called when Back, Forward or a pasted link lead to another draft. */
  onMove: (found: AddressDraft) => void;
}

/** Keeps the address, the draft on the service and the draft of this page the same. */
export function useDraftAddress({ editor, start, list, base, onMove }: DraftAddressProps) {
  const router = useRouter();
  const listId = list?.listId;
  const [isLong, setLong] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const kept = useRef<{ address: DraftAddress; saver: DraftSaver }>(undefined);
  const read = useEffectEvent(() => draftOf(editor, listId, base));
  const move = useEffectEvent(onMove);
  const title = useEffectEvent(() => list?.name);

  useEffect(() => {
    const saver: DraftSaver = new DraftSaver({
      place: start.place,
      unanswered: start.unanswered,
      title: () => title(),
      read: () => read(),
      onSaved: () => address.moved(),
      onFailure: setFailure,
    });
    const address = new DraftAddress({
      read: () => read(),
      place: () => saver.place,
      saveKey: () => saver.saveKey,
      push: (href) => router.history.push(href, { __hashScrollIntoViewOptions: false }),
      onLong: setLong,
    });
    kept.current = { address, saver };
    const onPop = async () => {
      if (!address.isForeign) return;
      address.adopt();
      // A save that runs is of the draft before, whose address this no longer is.
      forgetSave();
      move(await readAddress());
    };
    // Browsers keep no address that is written here, so that the save notes the one before.
    const flush = () => {
      saver.flush();
      address.flush();
    };
    const edited = () => {
      saver.edited();
      address.schedule();
    };
    const stops = [editor.state.subscribe(edited), editor.name.subscribe(edited)];
    // A draft that was left earlier gets its address.
    address.schedule();
    if (start.isAhead) saver.edited();
    stops.push(registerWork('service', () => saver.keep()));
    const end = new AbortController();
    window.addEventListener('popstate', onPop, { signal: end.signal });
    window.addEventListener('pagehide', flush, { signal: end.signal });
    return () => {
      address.adopt();
      saver.close();
      for (const stop of stops) stop();
      end.abort();
    };
  }, [editor, start, router]);

  // A merge changes the version that the draft is based on.
  useEffect(() => {
    if (base) kept.current?.address.schedule();
  }, [base]);

  const flush = () => {
    kept.current?.address.flush();
    kept.current?.saver.flush();
  };
  // The address is complete, and the draft on its way, before anything leads away from it.
  useBlocker({
    shouldBlockFn: () => {
      flush();
      return false;
    },
    enableBeforeUnload: false,
  });

  return {
    /** Whether the draft is too long for an address that can be shared. */
    isLong,
    /** Why the draft could not be saved on the service; null if it could. */
    failure,
    /** Removes the draft, which is saved now. */
    forget: () => void kept.current?.saver.forget(),
    /** Leaves the draft among the caller's drafts, and begins another one. */
    leave: async () => kept.current?.saver.leave(),
    /** Runs a step that Back undoes. */
    undoable: (run: () => void) => {
      kept.current?.address.flush();
      run();
      kept.current?.address.push();
    },
  };
}

/** A draft that says what is saved, or nothing, needs no address. */
function draftOf(editor: Editor, listId: string | undefined, base: Saved | undefined): Draft | undefined {
  const definition = editor.draft();
  const name = editor.name.get();
  const isUnchanged = base ? isSameDefinition(definition, base.definition) : definition.root === null;
  if (isUnchanged && name === undefined) return undefined;
  return {
    definition,
    ...(name === undefined ? {} : { name }),
    ...(listId === undefined ? {} : { listId }),
    ...(base === undefined ? {} : { baseVersion: base.version }),
  };
}
