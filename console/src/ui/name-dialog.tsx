import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { common } from '../text/common.ts';
import { Dialog } from './dialog.tsx';
import { faultOfName } from './list-name.ts';
import { Problem } from './problem.tsx';
import { submitOnEnter } from './submit-on-enter.ts';

interface NameDialogProps {
  opened: boolean;
  title: string;
  /** Label of the button that saves the name. */
  submit: string;
  /** Name to begin with. */
  initial: string;
  busy: boolean;
  /** True while the name cannot be saved, such as before a question among the children is answered. */
  disabled?: boolean;
  error: Error | null;
  /** Says what failed, above the error. */
  failed?: string;
  onSubmit: (name: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the name of a list. What was typed stays when saving fails. */
export function NameDialog(props: NameDialogProps) {
  const { opened, title, submit, initial, busy, disabled, error, failed, onSubmit, onClose, children } =
    props;
  const [name, setName] = useState(initial);
  const [fault, setFault] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (disabled) return;
    const found = faultOfName(name);
    setFault(found);
    if (found === undefined) onSubmit(name.trim());
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <form onSubmit={save} onKeyDown={submitOnEnter} noValidate>
        <Stack>
          {children}
          <TextInput
            label={common.listName.label}
            value={name}
            error={fault}
            autoComplete="off"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          {error && <Problem error={error} title={failed} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={busy} disabled={disabled}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
