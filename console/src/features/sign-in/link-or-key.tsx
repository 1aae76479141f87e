import { Button, PasswordInput, Stack } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CompanyDataError } from '../../api/client.ts';
import { signInText } from '../../text/sign-in.ts';
import { signIn } from './sign-in.ts';
import { offerSignInCode, readSignInCode } from './sign-in-link.ts';

const text = signInText.linkOrKey;

/** What the service refuses, in words that fit this form. */
const REFUSALS: Readonly<Record<string, string>> = {
  sign_in_failed: text.refused,
  user_credential_required: text.organizationKey,
};

function messageOf(error: Error | null): string | undefined {
  const code = error instanceof CompanyDataError ? error.code : '';
  return REFUSALS[code] ?? error?.message;
}

const isKey = (pasted: string) => /^\s*cds_(user|org)_/.test(pasted);

/** Takes a personal key, or a link that signs in once: both can be pasted anywhere on the page. */
export function LinkOrKey() {
  const [pasted, setPasted] = useState('');
  const [fault, setFault] = useState<string>();
  const attempt = useMutation({ mutationFn: (key: string) => signIn({ key }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const key = pasted.trim();
    if (key === '') return setFault(text.missing);
    const code = isKey(key) ? undefined : readSignInCode(key);
    if (code !== undefined) return offerSignInCode(code);
    if (!isKey(key)) return setFault(text.neither);
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
          label={text.label}
          description={text.hint}
          value={pasted}
          onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          error={problem}
          aria-invalid={problem !== undefined}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Button type="submit" loading={attempt.isPending}>
          {text.submit}
        </Button>
      </Stack>
    </form>
  );
}
