import { Button, PasswordInput, Stack } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CompanyDataError, clientFor } from '../../api/client.ts';
import { queryKey } from '../../api/hooks.ts';
import { queryClient } from '../../api/query-client.ts';
import { startSession } from '../../api/session.ts';
import type { Caller } from '../../api/viewer.ts';
import { ViewerDocument, type ViewerQuery } from '../../generated/graphql.ts';
import { signInText } from '../../text/sign-in.ts';
import { offerSignInLink, readSignInLink } from './sign-in-link.ts';

/** Asks who the key belongs to before it becomes the session's, so that a wrong key never replaces a working one. */
async function signInWith(key: string): Promise<void> {
  const cached = queryKey(ViewerDocument, {});
  const { viewer } = await clientFor(key).graphql(ViewerDocument, {});
  const before = queryClient.getQueryData<ViewerQuery>(cached)?.viewer;
  startSession(key, { continues: before !== undefined && idOf(before) === idOf(viewer) });
  queryClient.setQueryData<ViewerQuery>(cached, { viewer });
}

/** Identifies a caller: a person, or else the organization of a key. */
const idOf = ({ user, organization }: Caller): string =>
  `${organization.organizationId}/${user?.userId ?? ''}`;

function messageOf(error: Error | null): string | undefined {
  if (!error) return undefined;
  return error instanceof CompanyDataError && error.status === 401 ? signInText.refused : error.message;
}

const isKey = (text: string) => /^\s*cds_(user|org)_/.test(text);

/** Takes an API key, or a link of the demo: both can be pasted anywhere on the page. */
export function SignInForm() {
  const [key, setKey] = useState('');
  const [fault, setFault] = useState<string>();
  const attempt = useMutation({ mutationFn: signInWith });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const pasted = key.trim();
    if (pasted === '') return setFault(signInText.missing);
    const link = isKey(pasted) ? undefined : readSignInLink(pasted);
    if (link) return offerSignInLink(link);
    if (!isKey(pasted)) return setFault(signInText.notAKey);
    setFault(undefined);
    attempt.mutate(pasted);
  };
  useWindowEvent('paste', (event) => {
    const pasted = event.clipboardData?.getData('text') ?? '';
    const link = isKey(pasted) ? undefined : readSignInLink(pasted);
    if (link) offerSignInLink(link);
    else if (document.activeElement === document.body && isKey(pasted)) setKey(pasted);
  });
  const problem = fault ?? messageOf(attempt.error);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput
          label={signInText.key}
          description={signInText.keyHint}
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
          error={problem}
          aria-invalid={problem !== undefined}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Button type="submit" loading={attempt.isPending}>
          {signInText.submit}
        </Button>
      </Stack>
    </form>
  );
}
