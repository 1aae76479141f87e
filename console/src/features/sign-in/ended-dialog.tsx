import { Button, Group, Stack, Text } from '@mantine/core';
import { signInText } from '../../text/sign-in.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { signOut } from '../../ui/sign-out.ts';
import { SignInWays } from './sign-in-ways.tsx';

const text = signInText.ended;

/** Lies over the page whose session has ended, so that its unsaved work stays. */
export function EndedDialog({ opened }: { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={() => undefined} canClose={false} onTop title={text.title}>
      <Stack>
        <Text>{text.body}</Text>
        <SignInWays />
        <Group justify="flex-end">
          <Button variant="subtle" onClick={() => void signOut()}>
            {text.signOut}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
