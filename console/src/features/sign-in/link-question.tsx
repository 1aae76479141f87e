import { Button, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { startSession } from '../../api/session.ts';
import { useViewer } from '../../api/viewer.ts';
import { common } from '../../text/common.ts';
import { signInText } from '../../text/sign-in.ts';
import { Problem } from '../../ui/problem.tsx';
import { forgetSignInLink, redeem, type SignInLink } from './sign-in-link.ts';

const text = signInText.link;

/** Asks before a link signs anybody in: a session is never replaced silently. */
export function LinkQuestion({ link }: { link: SignInLink }) {
  const current = useViewer().data?.viewer.user;
  const exchange = useMutation({
    mutationFn: () => redeem(link),
    onSuccess: (key) => {
      startSession(key);
      forgetSignInLink();
    },
  });
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${signInText.title} · ${common.product}`}</title>
      <Paper withBorder p="xl" w={420} maw="100%">
        <Stack>
          <Title order={1}>{text.title(link.name)}</Title>
          <Text>{text.body}</Text>
          {current && <Text>{text.replaces(current.name)}</Text>}
          {exchange.error && <Problem error={exchange.error} />}
          <Group>
            <Button
              loading={exchange.isPending}
              disabled={exchange.isError}
              onClick={() => exchange.mutate()}
            >
              {text.accept(link.name)}
            </Button>
            <Button variant="default" onClick={forgetSignInLink}>
              {text.decline}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Center>
  );
}
