import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { signInText } from '../../text/sign-in.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkQuestion } from './link-question.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInLink } from './sign-in-link.ts';
import { SignInPage } from './sign-in-page.tsx';
import { signOut } from './sign-out.ts';

/** Shows the pages to callers who are signed in, and the way to sign in to all others. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { key, refused } = useSession();
  const link = useSignInLink();
  if (link) return <LinkQuestion link={link} />;
  if (key === undefined) return <SignInPage />;
  return (
    <>
      {children}
      <Dialog
        opened={refused}
        onClose={() => undefined}
        canClose={false}
        onTop
        title={signInText.ended.title}
      >
        <Stack>
          <Text>{signInText.ended.body}</Text>
          <SignInForm />
          <Group justify="flex-end">
            <Button variant="subtle" onClick={signOut}>
              {signInText.ended.signOut}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
