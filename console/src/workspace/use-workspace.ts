import { useEffect, useEffectEvent, useState } from 'react';
import { patiently } from '../api/load-code.ts';
import type { Catalogue } from '../filter/catalogue.ts';
import type { Definition } from '../filter/definition.ts';
import type { ServiceFault } from '../filter/faults.ts';
import { notify } from '../ui/notify.ts';
import type { AddressDraft } from './draft/draft-address.ts';
import { Editor } from './draft/editor.ts';
import type { Saved, SavedList } from './draft/saved-list.ts';
import { type Start, useDraftAddress } from './draft/use-draft.ts';
import { usePageKeys } from './editor/keys.ts';
import { useEditorTools } from './editor/use-editor-tools.ts';

/** Dialog on the way to a saved definition. */
export type SavingStep = 'review' | 'create' | 'conflict';

export interface WorkspaceOptions {
  catalogue: Catalogue;
  start: Start;
  list: SavedList | undefined;
  /** Whether the list was deleted, or is no longer shared, while the page was open. */
  isGone: boolean;
}

const loadPaste = patiently(() => import('../filter/paste.ts'));

/** State of the builder: the editor, its address, and the steps that replace the filter as a whole. */
export function useWorkspace({ catalogue, start, list, isGone }: WorkspaceOptions) {
  const [editor] = useState(() => new Editor(catalogue, start.definition, start.name));
  const [base, setBase] = useState<Saved | undefined>(start.base);
  const [leftAt, setLeftAt] = useState(start.leftAt);
  const [pasted, setPasted] = useState<string>();
  const [broken, setBroken] = useState<string>();
  const [step, setStep] = useState<SavingStep>();
  const [refused, setRefused] = useState<readonly ServiceFault[]>([]);
  const { tools, nodes, news } = useEditorTools(editor, catalogue, isGone ? undefined : list?.listId);
  const empty: Definition = { registry_version: catalogue.registryVersion, root: null };

  const onMove = (found: AddressDraft) => {
    setBroken(found.kind === 'broken' ? found.reason : undefined);
    if (found.kind === 'broken') return;
    const { definition = base?.definition ?? empty, name } = found.kind === 'draft' ? found.draft : {};
    tools.act({ type: 'replaceAll', definition }, { keepsFocus: true });
    editor.name.set(name);
  };
  const { isLong, failure, undoable, forget, leave } = useDraftAddress({ editor, start, list, base, onMove });

  // The address and the service follow what is added, so that they listen before.
  const addHanded = useEffectEvent(() => {
    const { addition } = start;
    const at = { into: editor.tree.root.id };
    if (addition) tools.act({ type: 'addCondition', at, ...addition }, { keepsFocus: true });
  });
  useEffect(() => addHanded(), []);

  const load = (definition: Definition) => {
    setPasted(undefined);
    setBroken(undefined);
    undoable(() => tools.act({ type: 'replaceAll', definition }));
  };
  const paste = async (text: string) => {
    const { readPaste } = await loadPaste();
    const read = readPaste(text, catalogue.registryVersion);
    // The dialog keeps a text that cannot be read, and says why.
    if (!read.ok) return setPasted(text);
    load(read.definition);
    notify('The pasted filter is loaded.');
  };
  usePageKeys(tools.act, (text) => void paste(text));

  return {
    catalogue,
    list,
    isGone,
    /** The list that a save changes; undefined for a new one, and for one that is gone. */
    target: isGone ? undefined : list,
    step,
    setStep,
    /** Faults of a refused save, which the tree shows. */
    refused,
    setRefused,
    editor,
    tools,
    nodes,
    news,
    isLong,
    failure,
    forget,
    leftAt,
    base,
    broken,
    /** Text in the dialog that takes a filter; undefined while it is closed. */
    pasted,
    setPasted,
    load,
    clear: () => load(empty),
    discard: () => {
      setLeftAt(undefined);
      editor.name.set(undefined);
      load(base?.definition ?? empty);
      notify('The draft is discarded. Undo brings it back.');
    },
    /** Leaves the draft among the caller's drafts, and begins with nothing. */
    beginAnew: async () => {
      await leave();
      setLeftAt(undefined);
      editor.name.set(undefined);
      load(empty);
    },
    /** Lets the draft build on another version, after a merge or a save. */
    rebase: (saved: Saved, definition?: Definition) => {
      setBase(saved);
      if (definition) tools.act({ type: 'replaceAll', definition });
    },
  };
}

export type WorkspaceState = ReturnType<typeof useWorkspace>;
