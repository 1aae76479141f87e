import { useState } from 'react';
import { patiently } from '../../api/load-code.ts';
import type { Catalogue } from '../../filter/catalogue.ts';
import type { Definition } from '../../filter/definition.ts';
import { editorText } from '../../text/builder-editor.ts';
import { notify } from '../../ui/notify.ts';
import { Editor } from './draft/editor.ts';
import type { AddressDraft } from './draft/read-address.ts';
import { useDraftAddress } from './draft/use-draft-address.ts';
import type { Saved, SavedList } from './draft/use-saved-list.ts';
import type { Start } from './draft/use-start.ts';
import { useEditorTools } from './editor/use-editor-tools.ts';
import { usePageKeys } from './editor/use-page-keys.ts';

export interface WorkspaceOptions {
  catalogue: Catalogue;
  start: Start;
  list: SavedList | undefined;
  /** Whether the list was deleted, or is no longer shared, while the page was open. */
  isGone: boolean;
}

const loadPaste = patiently(() => import('../../filter/paste.ts'));

/** State of the builder: the editor, its address, and the steps that replace the filter as a whole. */
export function useWorkspace({ catalogue, start, list, isGone }: WorkspaceOptions) {
  const [editor] = useState(() => new Editor(catalogue, start.definition, start.name));
  const [base, setBase] = useState<Saved | undefined>(start.base);
  const [leftAt, setLeftAt] = useState(start.leftAt);
  const [pasted, setPasted] = useState<string>();
  const [broken, setBroken] = useState<string>();
  const { tools, nodes, news } = useEditorTools(editor, catalogue, isGone ? undefined : list?.listId);
  const empty: Definition = { registry_version: catalogue.registryVersion, root: null };

  const onMove = (found: AddressDraft) => {
    setBroken(found.kind === 'broken' ? found.reason : undefined);
    if (found.kind === 'broken') return;
    const { definition = base?.definition ?? empty, name } = found.kind === 'draft' ? found.draft : {};
    tools.act({ type: 'replaceAll', definition }, { keepsFocus: true });
    editor.name.set(name);
  };
  const { isLong, failure, step, forget, leave } = useDraftAddress({ editor, start, list, base, onMove });

  const load = (definition: Definition) => {
    setPasted(undefined);
    setBroken(undefined);
    step(() => tools.act({ type: 'replaceAll', definition }));
  };
  const paste = async (text: string) => {
    const { readPaste } = await loadPaste();
    const read = readPaste(text, catalogue.registryVersion);
    // The dialog keeps a text that cannot be read, and says why.
    if (!read.ok) return setPasted(text);
    load(read.definition);
    notify(editorText.paste.loaded);
  };
  usePageKeys({ onHistory: tools.act, onPaste: (text) => void paste(text) });

  return {
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
      notify(editorText.page.discarded);
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
