import { Button, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CompanyDataError } from '../../api/client.ts';
import { startSession, useSession } from '../../api/session.ts';
import { type Caller, useViewer } from '../../api/viewer.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { common } from '../../text/common.ts';
import { signInText } from '../../text/sign-in.ts';
import { Problem } from '../../ui/problem.tsx';
import { forgetSignInLink, redeem, type SignInLink } from './sign-in-link.ts';

const text = signInText.link;

/** Name of who is signed in, for a sentence; undefined while it is not known. */
function nameOf(viewer: Caller | undefined): string | undefined {
  return viewer && visibleText(viewer.user?.name ?? viewer.organization.name);
}

/** Asks before a link signs anybody in: a session is never replaced silently. */
export function LinkQuestion({ link }: { link: SignInLink }) {
  const { key: current } = useSession();
  const viewer = useViewer().data?.viewer;
  const name = link.name === undefined ? undefined : visibleText(link.name);
  const exchange = useMutation({
    mutationFn: () => redeem(link),
    onSuccess: (key) => {
      startSession(key);
      forgetSignInLink();
    },
  });
  const { error } = exchange;
  const isUsed = error instanceof CompanyDataError && error.code === 'sign_in_code_expired';
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${signInText.title} · ${common.product}`}</title>
      <Paper withBorder p="xl" w={420} maw="100%">
        <Stack>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {text.title(name)}
          </Title>
          <Text>{text.body}</Text>
          {current !== undefined && (
            <Text style={{ overflowWrap: 'anywhere' }}>{text.replaces(nameOf(viewer))}</Text>
          )}
          {error && <Problem error={error} />}
          <Group>
            {!isUsed && (
              <Button loading={exchange.isPending} onClick={() => exchange.mutate()} maw="100%">
                {text.accept(name)}
              </Button>
            )}
            <Button variant="default" onClick={forgetSignInLink}>
              {isUsed ? text.goOn(current !== undefined) : text.decline}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Center>
  );
}
