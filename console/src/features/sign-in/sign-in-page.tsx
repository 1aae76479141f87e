import { Text, Title } from '@mantine/core';
import { common } from '../../text/common.ts';
import { signInText } from '../../text/sign-in.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { SignInWays } from './sign-in-ways.tsx';

/** The page of people who are not signed in. */
export function SignInPage() {
  return (
    <SignInPanel>
      <Title order={1}>{common.product}</Title>
      <Text>{signInText.intro}</Text>
      <SignInWays />
      <details>
        <summary>{signInText.whereFrom}</summary>
        <Text mt="xs">{signInText.whereFromAnswer}</Text>
      </details>
    </SignInPanel>
  );
}
