import { Button, Group, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CompanyDataError } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { useViewer } from '../../api/viewer.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { signInText } from '../../text/sign-in.ts';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { signIn } from './sign-in.ts';
import { forgetSignInCode } from './sign-in-link.ts';
import { SignInPanel } from './sign-in-panel.tsx';

const text = signInText.link;

/** Asks before a link signs anybody in: a session is never replaced silently. */
export function LinkQuestion({ code }: { code: string }) {
  const isSignedIn = useSession().state === 'signed_in';
  const name = useViewer().data?.viewer.user.name;
  const exchange = useMutation({
    mutationFn: () => signIn({ code }),
    onSuccess: (person) => {
      forgetSignInCode();
      // The link itself does not say whose it is.
      notify(text.done(person.name));
    },
  });
  const { error } = exchange;
  const isUsed = error instanceof CompanyDataError && error.code === 'sign_in_failed';
  return (
    <SignInPanel>
      <Title order={1}>{text.title}</Title>
      {!isUsed && <Text>{text.body}</Text>}
      {isSignedIn && !isUsed && (
        <Text style={{ overflowWrap: 'anywhere' }}>{text.replaces(name && visibleText(name))}</Text>
      )}
      {error && <Problem error={error} />}
      <Group>
        {!isUsed && (
          <Button loading={exchange.isPending} onClick={() => exchange.mutate()}>
            {text.accept}
          </Button>
        )}
        <Button variant="default" onClick={forgetSignInCode}>
          {isUsed ? text.goOn(isSignedIn) : text.decline}
        </Button>
      </Group>
    </SignInPanel>
  );
}
