import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormDialog } from './form-dialog.tsx';

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
export function NameDialog({ submit, initial, onSubmit, children, ...props }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [fault, setFault] = useState<string>();
  const save = () => {
    const found = faultOfName(name);
    setFault(found);
    if (found === undefined) onSubmit(name.trim());
  };
  return (
    <FormDialog {...props} action={submit} onSubmit={save}>
      {children}
      <TextInput
        label="Name"
        value={name}
        error={fault}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

const MAX_LENGTH = 200;

/** Returns why a text cannot be the name of a list; undefined if it can. The service counts code points, after trimming. */
export function faultOfName(name: string): string | undefined {
  const { length } = [...name.trim()];
  if (length === 0) return 'Give the list a name.';
  return length > MAX_LENGTH
    ? `A name has at most ${MAX_LENGTH} characters; this one has ${length}.`
    : undefined;
}
