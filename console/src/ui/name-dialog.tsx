import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { common } from '../text/common.ts';
import { listsText } from '../text/lists.ts';
import { Dialog } from './dialog.tsx';
import { faultOfName } from './list-name.ts';
import { Problem } from './problem.tsx';

interface NameDialogProps {
  opened: boolean;
  title: string;
  /** Label of the button that saves the name. */
  submit: string;
  /** Name to begin with. */
  initial: string;
  busy: boolean;
  error: Error | null;
  onSubmit: (name: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the name of a list. What was typed stays when saving fails. */
export function NameDialog(props: NameDialogProps) {
  const { opened, title, submit, initial, busy, error, onSubmit, onClose, children } = props;
  const [name, setName] = useState(initial);
  const [fault, setFault] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const found = faultOfName(name);
    setFault(found);
    if (found === undefined) onSubmit(name.trim());
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <form onSubmit={save} noValidate>
        <Stack>
          {children}
          <TextInput
            label={listsText.name}
            value={name}
            error={fault}
            autoComplete="off"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          {error && <Problem error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
