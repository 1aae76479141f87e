import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { registerWork } from '../../../api/unsaved-work.ts';
import type { Draft } from '../../../filter/draft-link.ts';
import { DraftAddress } from './draft-address.ts';
import { DraftSaver } from './draft-saver.ts';
import { type Editor, isSameDefinition } from './editor.ts';
import { type AddressDraft, readAddress } from './read-address.ts';
import { forgetSave } from './unanswered-save.ts';
import type { Saved, SavedList } from './use-saved-list.ts';
import type { Start } from './use-start.ts';

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
    window.addEventListener('popstate', onPop);
    window.addEventListener('pagehide', flush);
    return () => {
      address.adopt();
      saver.close();
      for (const stop of stops) stop();
      window.removeEventListener('popstate', onPop);
      window.removeEventListener('pagehide', flush);
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
    step: (run: () => void) => {
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
