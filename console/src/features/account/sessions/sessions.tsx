import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Answered, useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import {
  EndSessionDocument,
  EndSessionsDocument,
  SessionsDocument,
  type SessionsQuery,
} from '../../../generated/graphql.ts';
import { browserName } from '../../../lib/browser-name.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { accountText } from '../../../text/account.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { signOut } from '../../../ui/sign-out.ts';
import { TableRegion } from '../../../ui/table-region.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';

const text = accountText.sessions;

type OpenSession = NonNullable<Answered<SessionsQuery>['viewer']['sessions']>[number];

/** The browsers in which the person is signed in, and a way to sign out in each. */
export function Sessions() {
  const sessions = useApiQuery(SessionsDocument, {});
  const end = useApiMutation(EndSessionDocument, { changes: [SessionsDocument] });
  const endOne = async ({ sessionId, current, userAgent }: OpenSession) => {
    if (current) return signOut();
    await end.mutateAsync({ input: { sessionId } });
    notify(text.ended(nameOf(userAgent)));
  };
  return (
    <Stack component="section" aria-label={text.title} gap="sm">
      <Group justify="space-between">
        <Title order={2}>{text.title}</Title>
        <EndAll />
      </Group>
      <Text c="dimmed">{text.intro}</Text>
      {end.error && <Problem error={end.error} />}
      <Loaded query={sessions} lines={4}>
        {({ viewer }) => (
          <TableRegion label={text.table} columns={Object.values(text.columns)} minWidth={320}>
            {viewer.sessions?.map((each) => (
              <SessionRow
                key={each.sessionId}
                session={each}
                isEnding={end.isPending && end.variables.input.sessionId === each.sessionId}
                onEnd={() => void endOne(each).catch(() => undefined)}
              />
            ))}
          </TableRegion>
        )}
      </Loaded>
    </Stack>
  );
}

function nameOf(userAgent: string | null | undefined): string {
  return userAgent ? (browserName(userAgent) ?? visibleText(userAgent)) : text.unknownBrowser;
}

interface SessionRowProps {
  session: OpenSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { userAgent, signedInBy, createdAt, lastUsedAt, current } = session;
  const name = nameOf(userAgent);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="0 8px">
          <UserText text={name} maw="min(40vw, 320px)" fw={600} />
          {current && <Badge variant="default">{text.current}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {text.ways[signedInBy]} <TimeAgo at={createdAt} />
        </Text>
      </Table.Td>
      <Table.Td>{lastUsedAt ? <TimeAgo at={lastUsedAt} /> : text.notYet}</Table.Td>
      <Table.Td>
        <Button
          variant="default"
          size="compact-sm"
          loading={isEnding}
          aria-label={text.endOf(name)}
          onClick={onEnd}
        >
          {text.end}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function EndAll() {
  const [isAsking, setAsking] = useState(false);
  const end = useApiMutation(EndSessionsDocument, { changes: [] });
  // The last step removes the cookie of this session, which has ended with the others.
  const endAll = () => signOut(() => end.mutateAsync({}));
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {text.everywhere.action}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        danger
        title={text.everywhere.title}
        action={text.everywhere.action}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => void endAll().catch(() => undefined)}
        onClose={() => setAsking(false)}
      >
        <Text>{text.everywhere.body}</Text>
      </ConfirmDialog>
    </>
  );
}
