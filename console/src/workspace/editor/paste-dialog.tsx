import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Definition } from '../../filter/definition.ts';
import { type Pasted, readPaste } from '../../filter/paste.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import classes from './editor.module.css';

interface PasteDialogProps {
  registryVersion: string;
  /** Text to begin with, such as one that could not be read. */
  initial: string;
  onLoad: (definition: Definition) => void;
  onClose: () => void;
}

/** Takes a filter as text. What cannot be read is named with its place, and the cursor goes there. */
export function PasteDialog({ registryVersion, initial, onLoad, onClose }: PasteDialogProps) {
  const [text, setText] = useState(initial);
  const [result, setResult] = useState<Pasted | undefined>(
    initial === '' ? undefined : readPaste(initial, registryVersion),
  );
  const area = useRef<HTMLTextAreaElement>(null);

  const submit = () => {
    const read = readPaste(text, registryVersion);
    setResult(read);
    if (read.ok) return onLoad(read.definition);
    area.current?.focus();
    if (read.position) area.current?.setSelectionRange(read.position.offset, read.position.offset + 1);
  };

  return (
    <FormDialog title="Paste a filter" action="Load" onSubmit={submit} onClose={onClose}>
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
