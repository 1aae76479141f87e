import { TextInput } from '@mantine/core';
import type { Definition } from '../../filter/definition.ts';
import { type Labels, toPlainText, toSentence } from '../../filter/sentence.ts';
import { useStore } from '../../lib/store.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useLabels } from '../../preview/value-labels.ts';
import classes from '../layout.module.css';
import { useOpenDraft } from '../open-draft.ts';

/** Returns the name of a new list: the one that was typed, else one that its filter suggests. */
export function useListName(): string {
  const { editor, catalogue } = useOpenDraft();
  const labels = useLabels(catalogue);
  const typed = useStore(editor.name, (name) => name);
  const definition = useStore(editor.state, () => editor.produced().definition);
  return typed ?? suggestName(definition, labels);
}

/** Name of a new list. Emptying it brings the suggestion back. */
export function ListName() {
  const { editor } = useOpenDraft();
  const name = useListName();
  const typed = useStore(editor.name, (each) => each);
  return (
    <TextInput
      maw={640}
      mt={-8}
      size="sm"
      classNames={{ input: classes.name }}
      maxLength={200}
      aria-label="Name of the list"
      placeholder={name === '' ? 'Name of the list' : visibleText(name)}
      title={
        typed === undefined ? 'Suggested from the filter. Type to choose another name.' : visibleText(typed)
      }
      value={typed ?? ''}
      onChange={(event) => editor.name.set(event.currentTarget.value || undefined)}
    />
  );
}

const LONGEST = 120;
/** Values of a condition that a name has room for. */
const VALUES = 2;

/** Suggests the name of a list from its filter in words; empty without conditions. Names no day: lists outlive it. */
function suggestName(definition: Definition, labels: Labels): string {
  if (definition.root === null) return '';
  const words = toSentence(definition, { ...labels, asOf: undefined }, VALUES).filter(
    ({ kind }) => kind !== 'intro',
  );
  const text = toPlainText(words);
  const name = text.charAt(0).toUpperCase() + text.slice(1);
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name;
}
