import { TextInput } from '@mantine/core';
import type { Catalogue } from '../../../filter/catalogue.ts';
import { useStore } from '../../../lib/store.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { useLabels } from '../use-labels.ts';
import type { Editor } from './editor.ts';
import { suggestName } from './suggest-name.ts';

const texts = editorText.page;

interface ListNameProps {
  editor: Editor;
  catalogue: Catalogue;
}

/** Returns the name of a new list: the one that was typed, else one that its filter suggests. */
export function useListName(editor: Editor, catalogue: Catalogue): string {
  const labels = useLabels(catalogue);
  const typed = useStore(editor.name, (name) => name);
  const definition = useStore(editor.state, () => editor.produced().definition);
  return typed ?? suggestName(definition, labels);
}

/** Name of a new list. Emptying it brings the suggestion back. */
export function ListName({ editor, catalogue }: ListNameProps) {
  const name = useListName(editor, catalogue);
  const typed = useStore(editor.name, (each) => each);
  return (
    <TextInput
      maw={640}
      mt={-8}
      size="sm"
      maxLength={200}
      aria-label={texts.name}
      placeholder={name === '' ? texts.name : name}
      title={typed === undefined ? texts.suggested : typed}
      value={typed ?? ''}
      onChange={(event) => editor.name.set(event.currentTarget.value || undefined)}
    />
  );
}
