import { Button, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { common } from '../../text/common.ts';
import { signInText } from '../../text/sign-in.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkQuestion } from './link-question.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInLink } from './sign-in-link.ts';
import { signOut } from './sign-out.ts';

/** Shows the pages to callers who are signed in, and the way to sign in to all others. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { key, refused } = useSession();
  const link = useSignInLink();
  if (link) return <LinkQuestion key={link.code} link={link} />;
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

/** The page of callers who are not signed in. The address stays, so that they arrive where they wanted to go. */
function SignInPage() {
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${signInText.title} · ${common.product}`}</title>
      <Paper withBorder p="xl" w={420} maw="100%">
        <Stack>
          <Title order={1}>{common.product}</Title>
          <Text>{signInText.intro}</Text>
          <SignInForm />
          <details>
            <summary>{signInText.whereFrom}</summary>
            <Text mt="xs">{signInText.whereFromAnswer}</Text>
          </details>
        </Stack>
      </Paper>
    </Center>
  );
}
