import { Badge } from '@mantine/core';
import { useStore } from '../../../lib/store.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { type Editor, isSameDefinition } from './editor.ts';
import type { Saved } from './use-saved-list.ts';

const texts = editorText.page;

/** Tells whether the draft says something else than the version that it builds on. */
export function useDiffers(editor: Editor, base: Saved | undefined): boolean {
  return useStore(editor.state, ({ tree }) =>
    base ? !isSameDefinition(editor.draft(), base.definition) : tree.root.children.length > 0,
  );
}

/** "draft · differs from version 3". */
export function DraftState({ editor, base }: { editor: Editor; base: Saved | undefined }) {
  const differs = useDiffers(editor, base);
  if (!base) return null;
  return (
    <Badge variant={differs ? 'light' : 'outline'} color={differs ? 'accent' : 'gray'} tt="none">
      {differs ? texts.differs(base.version) : texts.saved(base.version)}
    </Badge>
  );
}
