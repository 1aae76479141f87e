import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { common } from '../text/common.ts';
import { Problem } from './problem.tsx';
import { submitOnEnter } from './submit-on-enter.ts';

interface DialogFormProps {
  /** Label of the button that submits. */
  action: string;
  /** True for actions that take something away. The focus is then on the button that does nothing. */
  danger?: boolean;
  busy?: boolean;
  /** True while the action cannot be chosen, such as before its consequences are known. */
  disabled?: boolean;
  /** Failure of the action. The form stays, so that it can be sent again. */
  error?: Error | null;
  /** Says what failed, above the error. */
  failed?: string;
  onSubmit: () => void;
  /** Absent where the form can only be submitted. */
  onCancel?: () => void;
  children: ReactNode;
}

/**
 * Content of a dialog that does something: Enter does it. The focus begins in the field with `data-autofocus`, else at the
 * submit button.
 */
export function DialogForm(props: DialogFormProps) {
  const { action, danger, busy, disabled, error, failed, onSubmit, onCancel, children } = props;
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button was disabled while it ran, and lost the focus.
    if (error && document.activeElement === document.body) submit.current?.focus();
  }, [error]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // Browsers submit forms without asking the button when a script does.
    if (!disabled && !busy) onSubmit();
  };
  return (
    <form onSubmit={send} onKeyDown={submitOnEnter} noValidate>
      <Stack gap="md">
        {children}
        {error && <Problem error={error} title={failed} />}
        <Group
          justify="flex-end"
          gap="xs"
          // A disabled button cannot have the focus: Enter waits here until it is enabled.
          {...(!danger && { tabIndex: -1, style: { outline: 'none' } })}
          {...(!danger && disabled && { 'data-autofocus': true })}
        >
          {onCancel && (
            <Button variant="default" onClick={onCancel} {...(danger && { 'data-autofocus': true })}>
              {common.cancel}
            </Button>
          )}
          <Button
            ref={submit}
            type="submit"
            color={danger ? 'red.8' : undefined}
            loading={busy}
            disabled={disabled}
            data-autofocus
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
