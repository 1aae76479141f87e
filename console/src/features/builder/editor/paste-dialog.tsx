import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { Definition } from '../../../filter/definition.ts';
import { type Pasted, readPaste } from '../../../filter/paste.ts';
import { editorText } from '../../../text/builder-editor.ts';
import { common } from '../../../text/common.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { submitOnEnter } from '../../../ui/submit-on-enter.ts';
import classes from './editor.module.css';

const texts = editorText.paste;

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

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readPaste(text, registryVersion);
    setResult(read);
    if (read.ok) return onLoad(read.definition);
    area.current?.focus();
    if (read.position) area.current?.setSelectionRange(read.position.offset, read.position.offset + 1);
  };

  return (
    <Dialog opened title={texts.title} onClose={onClose}>
      <form onSubmit={submit} onKeyDown={submitOnEnter}>
        <Stack gap="sm">
          <Textarea
            ref={area}
            label={texts.label}
            description={texts.description}
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
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit">{texts.load}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
