import { Alert, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { copyText } from '../lib/clipboard.ts';
import { common } from '../text/common.ts';
import { FormDialog } from './form-dialog.tsx';

interface ShownOnceProps {
  value: string;
  text: Readonly<Record<'title' | 'warning' | 'done' | 'field', string>> & {
    /** What the reader must say before the dialog closes; absent for what is no secret. */
    readonly stored?: string;
  };
  onClose: () => void;
}

/** Shows a new key or link once. The dialog closes only when the reader says that it is stored. An address can be seen again. */
export function ShownOnce({ value, text, onClose }: ShownOnceProps) {
  const [isStored, setStored] = useState(text.stored === undefined);
  const [isCopied, setCopied] = useState(false);
  // The key cannot be shown again: leaving the page would lose it.
  useBlocker({ shouldBlockFn: () => !isStored, enableBeforeUnload: () => !isStored });
  return (
    <FormDialog
      title={text.title}
      action={text.done}
      canClose={text.stored === undefined}
      canCancel={false}
      disabled={!isStored}
      onSubmit={onClose}
      onClose={onClose}
    >
      <Alert color={text.stored === undefined ? 'blue' : 'yellow'}>{text.warning}</Alert>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={text.field}
          value={value}
          readOnly
          flex={1}
          ff="monospace"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button variant="default" onClick={() => void copyText(value).then(() => setCopied(true))}>
          {isCopied ? common.copied : 'Copy'}
        </Button>
      </Group>
      {text.stored !== undefined && (
        <Checkbox
          label={text.stored}
          checked={isStored}
          onChange={({ currentTarget }) => setStored(currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
