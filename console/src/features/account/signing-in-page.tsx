import { Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answered, useApiMutation, useApiQuery } from '../../api/hooks.ts';
import {
  DigestDocument,
  type DigestFrequency,
  EndSessionDocument,
  EndSessionsDocument,
  SessionsDocument,
  type SessionsQuery,
  UpdateDigestDocument,
} from '../../generated/graphql.ts';
import { browserName } from '../../lib/browser-name.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { actionsColumn, column, DataTable } from '../../ui/data-table.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { signOut } from '../../ui/sign-out.ts';
import { SmallButton } from '../../ui/small-buttons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Note, UserText } from '../../ui/user-text.tsx';
import { AccountPage } from './account-page.tsx';
import { Passkeys } from './passkeys/passkeys.tsx';

/** How the person signs in, and where; and what is mailed to them. */
export default function SigningInPage() {
  return (
    <AccountPage section="signingIn">
      <Stack gap="xl">
        <Passkeys />
        <Sessions />
        <Digest />
      </Stack>
    </AccountPage>
  );
}

const WAYS = {
  KEY: 'Signed in with a key',
  LINK: 'Signed in with a link',
  OIDC: 'Signed in with OpenID',
  PASSKEY: 'Signed in with a passkey',
} as const;

type OpenSession = NonNullable<Answered<SessionsQuery>['viewer']['sessions']>[number];

/** The browsers in which the person is signed in, and a way to sign out in each. */
function Sessions() {
  const sessions = useApiQuery(SessionsDocument, {});
  const end = useApiMutation(EndSessionDocument, { changes: [SessionsDocument] });
  const endOne = async ({ sessionId, current, userAgent }: OpenSession) => {
    if (current) return signOut();
    await end.mutateAsync({ input: { sessionId } });
    notify(`${nameOf(userAgent)} is signed out.`);
  };
  return (
    <Section
      gap="sm"
      title="Where you are signed in"
      intro="A browser stays signed in until you sign out there, until 12 hours pass without use, or for 30 days."
      actions={<EndAll />}
    >
      {end.error && <Problem error={end.error} />}
      <Loaded query={sessions} lines={4}>
        {({ viewer }) => (
          <DataTable
            label="Browsers in which you are signed in"
            rows={viewer.sessions ?? []}
            idOf={({ sessionId }) => sessionId}
            columns={[
              column<OpenSession>('Browser', ({ userAgent, signedInBy, createdAt, current }) => (
                <>
                  <Group gap="0 8px">
                    <UserText text={nameOf(userAgent)} maw="min(60vw, 320px)" fw={600} />
                    {current && <Badge variant="default">this browser</Badge>}
                  </Group>
                  <Note>
                    {WAYS[signedInBy]} <TimeAgo at={createdAt} />
                  </Note>
                </>
              )),
              column<OpenSession>('Last used', ({ lastUsedAt }) =>
                lastUsedAt ? <TimeAgo at={lastUsedAt} /> : 'not yet',
              ),
              actionsColumn<OpenSession>((each) => (
                <SmallButton
                  loading={end.isPending && end.variables.input.sessionId === each.sessionId}
                  aria-label={`Sign out: ${nameOf(each.userAgent)}`}
                  onClick={() => void endOne(each).catch(() => undefined)}
                >
                  Sign out
                </SmallButton>
              )),
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}

function nameOf(userAgent: string | null | undefined): string {
  return userAgent ? (browserName(userAgent) ?? visibleText(userAgent)) : 'Unknown browser';
}

function EndAll() {
  const [isAsking, setAsking] = useState(false);
  const end = useApiMutation(EndSessionsDocument, { changes: [] });
  // The last step removes the cookie of this session, which has ended with the others.
  const endAll = () => signOut(() => end.mutateAsync({}));
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <FormDialog
        opened={isAsking}
        danger
        title="Sign out everywhere?"
        action="Sign out everywhere"
        busy={end.isPending}
        error={end.error}
        onSubmit={() => void endAll().catch(() => undefined)}
        onClose={() => setAsking(false)}
      >
        <Text>
          All browsers of the table are signed out, this one as well. Drafts and jobs stay for you. API keys
          keep working.
        </Text>
      </FormDialog>
    </>
  );
}

const FREQUENCIES: Record<DigestFrequency, string> = {
  NONE: 'Never',
  DAILY: 'Every day',
  WEEKLY: 'Every week',
};

/** How often changes of watched lists are mailed. Nothing where the service sends no mail. */
function Digest() {
  const { viewer } = useApiQuery(DigestDocument, {}).data ?? {};
  const update = useApiMutation(UpdateDigestDocument, { changes: [DigestDocument] });
  if (!viewer?.digest?.mailed) return null;
  const { frequency, nextAt } = viewer.digest;
  const shown = update.isPending ? update.variables.input.frequency : frequency;
  return (
    <Section
      gap="sm"
      title="Digest by e-mail"
      intro="Says which companies entered and left the watched lists that you can see, and why. Nothing is mailed when nothing changed."
    >
      <NativeSelect
        aria-label="How often the digest is mailed"
        w="fit-content"
        value={shown ?? frequency}
        onChange={({ currentTarget }) =>
          update.mutate({ input: { frequency: currentTarget.value as DigestFrequency } })
        }
        data={Object.entries(FREQUENCIES).map(([value, label]) => ({ value, label }))}
      />
      {nextAt != null && (
        <Text size="sm" role="status">
          The next one is due <TimeAgo at={nextAt} />.
        </Text>
      )}
      {update.error && <Problem error={update.error} />}
    </Section>
  );
}
