import { Stack } from '@mantine/core';
import { AccountPage } from './account-page.tsx';
import { Passkeys } from './passkeys/passkeys.tsx';
import { Sessions } from './sessions/sessions.tsx';

/** How the person signs in, and where. */
export function SigningInPage() {
  return (
    <AccountPage section="signingIn">
      <Stack gap="xl">
        <Passkeys />
        <Sessions />
      </Stack>
    </AccountPage>
  );
}
