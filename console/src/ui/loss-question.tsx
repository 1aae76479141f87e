import { Text } from '@mantine/core';
import { useStore } from '../lib/store.ts';
import { FormDialog } from './form-dialog.tsx';
import { lossQuestion } from './sign-out.ts';

/** Asks before a sign-out loses work that could be kept neither on the service nor in this browser. */
export function LossQuestion() {
  const answer = useStore(lossQuestion, (asked) => asked);
  return (
    <FormDialog
      opened={answer !== undefined}
      danger
      onTop
      title="Sign out and lose your last changes?"
      action="Sign out and lose them"
      onSubmit={() => answer?.(true)}
      onClose={() => answer?.(false)}
    >
      <Text>
        Changes of this page could not be saved. They are lost if you sign out now. Everything else stays for
        you.
      </Text>
    </FormDialog>
  );
}
