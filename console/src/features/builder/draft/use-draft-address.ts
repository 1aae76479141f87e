import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Draft } from '../../../filter/draft-link.ts';
import { DraftAddress } from './draft-address.ts';
import { type Editor, isSameDefinition } from './editor.ts';
import { type AddressDraft, readAddress } from './read-address.ts';
import type { Saved } from './use-saved-list.ts';

interface DraftAddressProps {
  editor: Editor;
  caller: string;
  listId: string | undefined;
  base: Saved | undefined;
  /** Called when Back, Forward or a pasted link lead to another draft. */
  onMove: (found: AddressDraft) => void;
}

/** Keeps the address and the draft the same, in both directions. */
export function useDraftAddress({ editor, caller, listId, base, onMove }: DraftAddressProps) {
  const router = useRouter();
  const [storage, setStorage] = useState<'address' | 'browser' | 'failed'>('address');
  const address = useRef<DraftAddress>(undefined);
  const read = useEffectEvent(() => draftOf(editor, listId, base));
  const move = useEffectEvent(onMove);

  useEffect(() => {
    const own = new DraftAddress({
      caller,
      listId,
      read: () => read(),
      push: (href) => router.history.push(href, { __hashScrollIntoViewOptions: false }),
      onStored: (isStored) => setStorage(isStored ? 'browser' : 'address'),
      onFailure: () => setStorage('failed'),
    });
    address.current = own;
    const onPop = async () => {
      if (!own.isForeign) return;
      own.adopt();
      move(await readAddress(caller));
    };
    const flush = () => own.flush();
    const edited = () => own.edited();
    const stops = [editor.state.subscribe(edited), editor.name.subscribe(edited)];
    // A draft that was left earlier gets its address.
    own.schedule();
    window.addEventListener('popstate', onPop);
    window.addEventListener('pagehide', flush);
    return () => {
      own.adopt();
      for (const stop of stops) stop();
      window.removeEventListener('popstate', onPop);
      window.removeEventListener('pagehide', flush);
    };
  }, [editor, caller, listId, router]);

  // A merge changes the version that the draft is based on.
  useEffect(() => {
    if (base) address.current?.schedule();
  }, [base]);

  // The address is complete, and the draft kept, before anything leads away from it.
  useBlocker({
    shouldBlockFn: () => {
      address.current?.flush();
      return false;
    },
    enableBeforeUnload: false,
  });

  return {
    storage,
    /** Stops keeping the draft, which is saved now. */
    forget: () => address.current?.forget(),
    /** Runs a step that Back undoes. */
    step: (run: () => void) => {
      address.current?.flush();
      run();
      address.current?.push();
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
