import { Center, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../../text/common.ts';

/** Frame of the pages that come before signing in. The address stays, so that people arrive where they wanted to go. */
export function SignInPanel({ children }: { children: ReactNode }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`Sign in · ${common.product}`}</title>
      <Paper withBorder p="xl" w={420} maw="100%">
        <Stack>{children}</Stack>
      </Paper>
    </Center>
  );
}
