import { useCallback, useMemo, useState } from 'react';
import type { Catalogue } from '../../../filter/catalogue.ts';
import type { EditorAction } from '../../../filter/history.ts';
import { Store } from '../../../lib/store.ts';
import type { Editor } from '../draft/editor.ts';
import { runAction } from './act.ts';
import type { EditorTools, FocusRequest, ShownCompanies } from './context.ts';
import { NodeStore } from './node-store.ts';

/**
 * Creates what rows share, and the text that announces edits.
 *
 * @param listId list whose definition is edited; undefined for a new one.
 */
export function useEditorTools(editor: Editor, catalogue: Catalogue, listId: string | undefined) {
  const [news] = useState(() => new Store(''));
  const [nodes] = useState(() => new NodeStore(editor));
  const [stores] = useState(() => ({
    nodes: nodes.store,
    focus: new Store<FocusRequest | undefined>(undefined),
    active: new Store<string>(editor.tree.root.id),
    adding: new Store<string | undefined>(undefined),
    shown: new Store<ShownCompanies | undefined>(undefined),
  }));
  const act = useCallback(
    (action: EditorAction, { keepsFocus = false } = {}) => {
      const { message, focus } = runAction(editor, action);
      // Screen readers announce a text only when it changes. The space makes a repeated text differ.
      if (message !== undefined) news.set(news.get() === message ? `${message}\u00a0` : message);
      if (focus && !keepsFocus) stores.focus.set(focus);
    },
    [editor, news, stores],
  );
  const tools = useMemo<EditorTools>(
    () => ({ editor, catalogue, listId, act, ...stores }),
    [editor, catalogue, listId, act, stores],
  );
  return { tools, nodes, news };
}
