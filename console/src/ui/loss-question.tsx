import { Text } from '@mantine/core';
import { useStore } from '../lib/store.ts';
import { lossText as text } from '../text/loss.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { lossQuestion } from './sign-out.ts';

/** Asks before a sign-out loses work that could be kept neither on the service nor in this browser. */
export function LossQuestion() {
  const answer = useStore(lossQuestion, (asked) => asked);
  return (
    <ConfirmDialog
      opened={answer !== undefined}
      danger
      onTop
      title={text.title}
      action={text.action}
      onConfirm={() => answer?.(true)}
      onClose={() => answer?.(false)}
    >
      <Text>{text.body}</Text>
    </ConfirmDialog>
  );
}
