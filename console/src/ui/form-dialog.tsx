import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { common } from '../text/common.ts';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Problem } from './problem.tsx';

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
  failed?: string | undefined;
  /** True where the browser checks the fields before they are submitted. */
  validates?: boolean;
  onSubmit: () => void;
  /** Absent where the form can only be submitted. */
  onCancel?: (() => void) | undefined;
  children: ReactNode;
}

interface FormDialogProps
  extends Omit<DialogFormProps, 'onCancel'>,
    Pick<DialogProps, 'title' | 'size' | 'canClose' | 'onTop' | 'onClose'> {
  /** True unless given. */
  opened?: boolean;
  /** False where the form can only be submitted. */
  canCancel?: boolean;
}

/**
 * Asks for something, or whether to do it, and says what it will do. Closing it does nothing. Enter submits, unless that
 * takes something away.
 */
export function FormDialog(props: FormDialogProps) {
  const { opened = true, title, size, onTop, canClose, canCancel = true, onClose, ...form } = props;
  return (
    <Dialog {...{ opened, title, size, onTop, canClose, onClose }}>
      <DialogForm {...form} onCancel={canCancel ? onClose : undefined} />
    </Dialog>
  );
}

/**
 * Content of a dialog that does something: Enter does it. The focus begins in the field with `data-autofocus`, else at the
 * submit button.
 */
export function DialogForm(props: DialogFormProps) {
  const { action, danger, busy, disabled, error, failed, validates, onSubmit, onCancel, children } = props;
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
    <form onSubmit={send} onKeyDown={submitOnEnter} noValidate={!validates}>
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

/** Controls that do something of their own with Enter. */
const OWN_ENTER = 'a, button, summary, [role=tab], [role=option]';

/**
 * Submits a form by the keyboard where browsers do not do so themselves. Enter works in a select, and in a field whose list of
 * options is closed. A text of several lines takes Enter, and is submitted by Ctrl+Enter or ⌘+Enter. A submit button that
 * is disabled stays so.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent, target, currentTarget } = event;
  // An open list of options, and an input method, have used the key.
  if (key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing || altKey || shiftKey) return;
  const hasModifier = ctrlKey || metaKey;
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  if (target.closest(OWN_ENTER)) return;
  if (target instanceof HTMLTextAreaElement && !hasModifier) return;
  event.preventDefault();
  currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
}
