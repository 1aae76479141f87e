import { Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { components } from '../../../../clients/typescript/src/client.ts';
import { CompanyDataError, signInApi } from '../../api/client.ts';
import { startSession, useSession } from '../../api/session.ts';
import { useViewer } from '../../api/viewer.ts';
import { hasPasskeys, PROVIDER, wasCancelled } from '../../lib/provider.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { signOut } from '../../ui/sign-out.ts';
import classes from './sign-in.module.css';
import { forgetSignInCode, offerSignInCode, readSignInCode, refusalOfProvider } from './sign-in-link.ts';
import { SignInPanel } from './sign-in-panel.tsx';

/** Lies over the page whose session has ended, so that its unsaved work stays. */
export function EndedDialog({ opened }: { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={() => undefined} canClose={false} onTop title="Your session has ended">
      <Stack>
        <Text>
          It was ended elsewhere, or not used for 12 hours. Your work is still here: sign in again to go on.
          If somebody else signs in, it is dropped.
        </Text>
        <SignInWays />
        <Group justify="flex-end">
          <Button variant="subtle" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

export function SignInPage() {
  return (
    <SignInPanel>
      <Title order={1}>{common.product}</Title>
      <Text>Open the link that you were sent, or paste it here. A personal key signs you in as well.</Text>
      <SignInWays />
      <details>
        <summary>Where do I get a link?</summary>
        <Text mt="xs">
          From an admin of your organization, or from the people who run this service: they make one with
          “company-data user link --email …”. The demo prints one in the terminal.
        </Text>
      </details>
    </SignInPanel>
  );
}

/** Asks before a link signs anybody in: a session is never replaced silently. */
export function LinkQuestion({ code }: { code: string }) {
  const isSignedIn = useSession().state === 'signed_in';
  const name = useViewer().data?.viewer.user.name;
  const exchange = useMutation({
    mutationFn: () => signIn({ code }),
    onSuccess: (person) => {
      forgetSignInCode();
      // The link itself does not say whose it is.
      notify(`You are signed in as ${person.name}.`);
    },
  });
  const { error } = exchange;
  const isUsed = error instanceof CompanyDataError && error.code === 'sign_in_failed';
  return (
    <SignInPanel>
      <Title order={1}>Sign in with this link?</Title>
      {!isUsed && <Text>The link works once. It signs you in to this browser.</Text>}
      {isSignedIn && !isUsed && (
        <Text style={{ overflowWrap: 'anywhere' }}>
          You are signed in{name && ` as ${visibleText(name)}`}. Signing in again replaces this in all tabs.
        </Text>
      )}
      {error && <Problem error={error} />}
      <Group>
        {!isUsed && (
          <Button loading={exchange.isPending} onClick={() => exchange.mutate()}>
            Sign in
          </Button>
        )}
        <Button variant="default" onClick={forgetSignInCode}>
          {isUsed ? (isSignedIn ? 'Go on as before' : 'Sign in another way') : 'No, thanks'}
        </Button>
      </Group>
    </SignInPanel>
  );
}

/** All ways to sign in, one below the other. One that is not possible here renders nothing. */
const SignInWays = () => (
  <Stack gap="md">
    {[OpenIdButton, PasskeyButton, LinkOrKey].map((Way) => (
      <div key={Way.name} className={classes.way}>
        <Way />
      </div>
    ))}
  </Stack>
);

/** What the service refuses, in words that fit this form. */
const REFUSALS: Readonly<Record<string, string>> = {
  sign_in_failed:
    'The service does not accept this key: it is wrong, revoked or expired. Ask an admin of your organization for a link.',
  user_credential_required:
    'This key belongs to an organization, which cannot sign in. Use a link, or a personal key (cds_user_…).',
};

function messageOf(error: Error | null): string | undefined {
  const code = error instanceof CompanyDataError ? error.code : '';
  return REFUSALS[code] ?? error?.message;
}

const isKey = (pasted: string) => /^\s*cds_(user|org)_/.test(pasted);

/** Takes a personal key, or a link that signs in once: both can be pasted anywhere on the page. */
function LinkOrKey() {
  const [pasted, setPasted] = useState('');
  const [fault, setFault] = useState<string>();
  const attempt = useMutation({ mutationFn: (key: string) => signIn({ key }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const key = pasted.trim();
    if (key === '') return setFault('Paste a link or a key first.');
    const code = isKey(key) ? undefined : readSignInCode(key);
    if (code !== undefined) return offerSignInCode(code);
    if (!isKey(key))
      return setFault('This is neither a link with #code= in it, nor a key, which begins with cds_user_.');
    setFault(undefined);
    attempt.mutate(key);
  };
  useWindowEvent('paste', (event) => {
    const data = event.clipboardData?.getData('text') ?? '';
    const code = isKey(data) ? undefined : readSignInCode(data);
    if (code !== undefined) offerSignInCode(code);
    else if (document.activeElement === document.body && isKey(data)) setPasted(data);
  });
  const problem = fault ?? messageOf(attempt.error);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput
          label="Link or personal key"
          description="A link has #code= in it and works once. A key begins with cds_user_, and is not stored here."
          value={pasted}
          onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          error={problem}
          aria-invalid={problem !== undefined}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Button type="submit" loading={attempt.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

/** Leads to the OpenID provider, and from there back to this page. It renders nothing without a provider. */
function OpenIdButton() {
  const refusal = refusalOfProvider();
  if (PROVIDER === undefined) return null;
  const to = encodeURIComponent(window.location.pathname + window.location.search);
  return (
    <Stack gap="xs">
      <Button component="a" href={`/v1/session/oidc/start?to=${to}`} variant="default">
        Sign in with {PROVIDER}
      </Button>
      {refusal && (
        <Problem
          error={
            refusal === 'oidc_unavailable'
              ? 'The provider cannot be used at the moment. Try again later, or sign in in another way.'
              : 'This account signs nobody in. Your e-mail address must be verified there, and an admin must have invited it. Each person has one account.'
          }
        />
      )}
    </Stack>
  );
}

/** Asks the browser for a passkey, which the person chooses there, and signs in with it. */
async function signInWithPasskey(): Promise<void> {
  const { data } = await signInApi.rest.POST('/v1/session/passkey/options');
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON;
  await signIn({ passkey: { ...(await startAuthentication({ optionsJSON })) } });
}

/** Signs in with a passkey. It renders nothing where there are none. */
function PasskeyButton() {
  const attempt = useMutation({ mutationFn: signInWithPasskey });
  if (!hasPasskeys()) return null;
  return (
    <Stack gap="xs">
      <Button variant="default" loading={attempt.isPending} onClick={() => attempt.mutate()}>
        Sign in with a passkey
      </Button>
      {attempt.error && <Refusal error={attempt.error} />}
    </Stack>
  );
}

function Refusal({ error }: { error: Error }) {
  if (wasCancelled(error))
    return (
      <Text role="status">
        No passkey was chosen. To get one, sign in with a link, and add a passkey under “Signing in” in the
        settings.
      </Text>
    );
  const isUnknown = error instanceof CompanyDataError && error.code === 'sign_in_failed';
  return (
    <Problem
      error={
        isUnknown
          ? 'The service does not accept this passkey: it was removed, or too much time has passed. Try again, or sign in with a link.'
          : error
      }
    />
  );
}

type Schemas = components['schemas'];

/**
 * Exchanges what a person shows for a session, which the browser keeps in a cookie. Nothing of it is kept here.
 *
 * @returns the person who is signed in now.
 * @throws CompanyDataError `sign_in_failed` for what is wrong, used or expired; `user_credential_required` for a key of an
 *   organization; `insecure_origin` where the service takes no sessions.
 */
async function signIn(body: Schemas['SignInInput']): Promise<Schemas['Person']> {
  const { user } = (await signInApi.rest.POST('/v1/session', { body })).data;
  if (!user) throw new TypeError('A session belongs to a person.');
  startSession(user.user_id);
  return user;
}
