import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** Width; `lg` unless given. */
  size?: 'lg' | 'xl';
  /** Label of the button that does it. */
  action: string;
  /** True for actions that take something away. */
  danger?: boolean;
  busy?: boolean;
  /** True while the action cannot be chosen, such as before its consequences are known. */
  disabled?: boolean;
  /** Failure of the action. The dialog stays, so that it can be tried again. */
  error?: Error | null;
  /** True for a question that lies over all other dialogs. */
  onTop?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done, and says what it will do. Closing it does nothing. Enter confirms, unless it takes something away. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, size, onTop, onConfirm, onClose, ...form } = props;
  return (
    <Dialog opened={opened} title={title} {...(size && { size })} {...(onTop && { onTop })} onClose={onClose}>
      <DialogForm {...form} onSubmit={onConfirm} onCancel={onClose} />
    </Dialog>
  );
}
