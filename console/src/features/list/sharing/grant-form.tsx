import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import type { Person } from '../../../api/people.ts';
import { GrantAccessDocument } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { sharingText } from '../../../text/list-sharing.ts';
import { Problem } from '../../../ui/problem.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { useListId } from '../list-id.ts';
import { InviteAndShare } from './invite-and-share.tsx';
import { type GrantableLevel, LevelSelect } from './level-select.tsx';
import type { Sharing } from './permissions.ts';
import { PersonPicker } from './person-picker.tsx';
import { useUnknownAddress } from './unknown-address.ts';

/**
 * Shares a list with a person of the organization. The person stays chosen until that succeeded. An address of nobody is
 * invited in its place by admins; others are told whom to ask.
 */
export function GrantForm({ sharing: { owner, people } }: { sharing: Sharing }) {
  const listId = useListId();
  const grant = useApiMutation(GrantAccessDocument);
  const [person, setPerson] = useState<Person | null>(null);
  const [typed, setTyped] = useState('');
  const [level, setLevel] = useState<GrantableLevel>('VIEWER');
  const [granted, setGranted] = useState<string>();
  const [made, setMade] = useState<Pick<ComponentProps<typeof ShownOnce>, 'value' | 'text'>>();
  const unknown = useUnknownAddress(person ? '' : typed);
  /** Address to invite. It stays while the picker, which the focus has left, forgets what was typed. */
  const [invitee, setInvitee] = useState<string>();
  if (unknown !== undefined && unknown !== invitee) setInvitee(unknown);
  else if (invitee !== undefined && (person || (typed !== '' && unknown === undefined)))
    setInvitee(undefined);
  const share = async (chosen: Person) => {
    setGranted(undefined);
    await grant.mutateAsync({ input: { listId, accessLevel: level, to: { userId: chosen.userId } } });
    setGranted(chosen.name);
    setPerson(null);
    setTyped('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form shows a failure.
    if (person) share(person).catch(() => undefined);
  };
  return (
    <Stack gap="xs">
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Title order={2}>{sharingText.share}</Title>
          <Group align="flex-end" gap="xs">
            <PersonPicker
              label={sharingText.person}
              without={[owner.userId, ...people.map(({ user }) => user.userId)]}
              value={person}
              onChange={setPerson}
              search={typed}
              onSearch={setTyped}
              {...(unknown && { nobody: sharingText.unknown(unknown) })}
            />
            <LevelSelect label={sharingText.access} visible value={level} onChange={setLevel} />
            <Button type="submit" disabled={!person} loading={grant.isPending}>
              {sharingText.grant}
            </Button>
          </Group>
        </Stack>
      </form>
      {invitee && (
        <InviteAndShare
          key={invitee}
          email={invitee}
          onCancel={() => {
            setTyped('');
            setInvitee(undefined);
          }}
          onInvited={(invited, shown) => {
            setMade(shown);
            // Whoever is invited but not shared with stays chosen, to be shared with again.
            setPerson(invited);
            share(invited).catch(() => undefined);
          }}
        />
      )}
      <Text size="sm" c="dimmed">
        {sharingText.levels[level]}: {sharingText.levelMeaning[level]}
      </Text>
      <Text role="status">{granted && visibleText(sharingText.granted(granted))}</Text>
      {grant.error && <Problem error={grant.error} />}
      {made && <ShownOnce {...made} onClose={() => setMade(undefined)} />}
    </Stack>
  );
}
