import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { queryKey, useApiMutation } from '../../../api/hooks.ts';
import { type Person, usePeople } from '../../../api/people.ts';
import { useIsAdmin } from '../../../api/viewer.ts';
import {
  InviteUserDocument,
  PeopleDocument,
  PeopleOfOrganizationDocument,
} from '../../../generated/graphql.ts';
import { ONLY_PROVIDER } from '../../../lib/provider.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { sharingText } from '../../../text/list-sharing.ts';
import { peopleText } from '../../../text/people.ts';
import { invitedText } from '../../../ui/invited-text.ts';
import { Problem } from '../../../ui/problem.tsx';
import type { ShownOnce } from '../../../ui/shown-once.tsx';

/** Admins that are named to somebody who cannot invite. */
const NAMED = 3;
const text = sharingText.inviting;

interface InviteAndShareProps {
  /** Address that nobody of the organization has. */
  email: string;
  onCancel: () => void;
  /** @param shown the link of the invitation, which is shown once. */
  onInvited: (person: Person, shown: Pick<ComponentProps<typeof ShownOnce>, 'value' | 'text'>) => void;
}

/** Says that an address is nobody's. Admins invite it here; others are told who can. */
export function InviteAndShare(props: InviteAndShareProps) {
  return (
    <Alert color="blue" variant="light" role="status" title={visibleText(sharingText.unknown(props.email))}>
      {useIsAdmin() ? <InviteForm {...props} /> : <WhomToAsk />}
    </Alert>
  );
}

function InviteForm({ email, onInvited, onCancel }: InviteAndShareProps) {
  const [name, setName] = useState('');
  const cache = useQueryClient();
  const invite = useApiMutation(InviteUserDocument, { changes: [PeopleDocument] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { email, role: 'MEMBER', ...(name.trim() !== '' && { name: name.trim() }) } as const;
    invite.mutate(
      { input },
      {
        onSuccess({ inviteUser: invited }) {
          if (!invited) return;
          const { userId } = invited.user;
          void cache.invalidateQueries({ queryKey: queryKey(PeopleOfOrganizationDocument) });
          const shown = { value: invited.link, text: invitedText(invited.mailed) };
          onInvited({ userId, name: name.trim() || email, email }, shown);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Text>{ONLY_PROVIDER ? peopleText.provided.body(ONLY_PROVIDER) : text.body}</Text>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={text.name}
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            flex="0 1 240px"
          />
          <Button type="submit" loading={invite.isPending}>
            {text.action}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
        </Group>
        {invite.error && <Problem error={invite.error} />}
      </Stack>
    </form>
  );
}

function WhomToAsk() {
  const admins = (usePeople().data ?? []).filter(({ role }) => role === 'ADMIN');
  const named = admins.slice(0, NAMED).map(({ name, email }) => `${name} (${email})`);
  return <Text>{visibleText(text.ask(named))}</Text>;
}
