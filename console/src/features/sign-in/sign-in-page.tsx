import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { common } from '../../text/common.ts';
import { signInText } from '../../text/sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';

/** The page of callers who are not signed in. The address stays, so that they arrive where they wanted to go. */
export function SignInPage() {
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
