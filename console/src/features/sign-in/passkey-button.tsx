import { Button, Stack, Text } from '@mantine/core';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { CompanyDataError, signInApi } from '../../api/client.ts';
import { hasPasskeys, wasCancelled } from '../../lib/passkeys.ts';
import { signInText } from '../../text/sign-in.ts';
import { Problem } from '../../ui/problem.tsx';
import { signIn } from './sign-in.ts';

const text = signInText.passkey;

/** Asks the browser for a passkey, which the person chooses there, and signs in with it. */
async function signInWithPasskey(): Promise<void> {
  const { data } = await signInApi.rest.POST('/v1/session/passkey/options');
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON;
  await signIn({ passkey: { ...(await startAuthentication({ optionsJSON })) } });
}

/** Signs in with a passkey. It renders nothing where there are none. */
export function PasskeyButton() {
  const attempt = useMutation({ mutationFn: signInWithPasskey });
  if (!hasPasskeys()) return null;
  return (
    <Stack gap="xs">
      <Button variant="default" loading={attempt.isPending} onClick={() => attempt.mutate()}>
        {text.submit}
      </Button>
      {attempt.error && <Refusal error={attempt.error} />}
    </Stack>
  );
}

function Refusal({ error }: { error: Error }) {
  if (wasCancelled(error)) return <Text role="status">{text.cancelled}</Text>;
  const isUnknown = error instanceof CompanyDataError && error.code === 'sign_in_failed';
  return <Problem error={isUnknown ? text.refused : error} />;
}
