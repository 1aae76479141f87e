import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../text/common.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

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
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done, and says what it will do. Closing it does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, size, action, danger, busy, disabled, error, onConfirm, onClose, children } = props;
  return (
    <Dialog opened={opened} title={title} {...(size && { size })} onClose={onClose}>
      <Stack gap="md">
        {children}
        {error && <Problem error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button color={danger ? 'red.8' : undefined} loading={busy} disabled={disabled} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
