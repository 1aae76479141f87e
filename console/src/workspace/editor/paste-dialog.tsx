import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { readPaste } from '../../filter/paste.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOpenDraft } from '../open-draft.ts';
import classes from './editor.module.css';

/** Takes a filter as text. What cannot be read is named with its place, and the cursor goes there. */
export function PasteDialog() {
  const { catalogue, pasted = '', setPasted, load } = useOpenDraft();
  const { registryVersion } = catalogue;
  const [text, setText] = useState(pasted);
  const [result, setResult] = useState(pasted === '' ? undefined : readPaste(pasted, registryVersion));
  const area = useRef<HTMLTextAreaElement>(null);

  const submit = () => {
    const read = readPaste(text, registryVersion);
    setResult(read);
    if (read.ok) return load(read.definition);
    area.current?.focus();
    if (read.position) area.current?.setSelectionRange(read.position.offset, read.position.offset + 1);
  };

  return (
    <FormDialog title="Paste a filter" action="Load" onSubmit={submit} onClose={() => setPasted(undefined)}>
      <Textarea
        ref={area}
        label="Filter"
        description="A definition or a node as JSON, variables of GraphQL, or a complete curl command. It replaces the filter; Back and undo return to it."
        data-autofocus
        autosize
        minRows={8}
        maxRows={20}
        spellCheck={false}
        classNames={{ input: classes.json }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={result && !result.ok ? result.reason : undefined}
      />
    </FormDialog>
  );
}
