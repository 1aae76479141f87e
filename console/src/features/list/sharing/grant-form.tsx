import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import type { Person } from '../../../api/people.ts';
import { GrantAccessDocument } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { sharingText } from '../../../text/list-sharing.ts';
import { Problem } from '../../../ui/problem.tsx';
import { useListId } from '../list-id.ts';
import { type GrantableLevel, LevelSelect } from './level-select.tsx';
import type { Sharing } from './permissions.ts';
import { PersonPicker } from './person-picker.tsx';

/** Shares a list with a person of the organization. The person stays chosen until that succeeded. */
export function GrantForm({ sharing: { owner, people } }: { sharing: Sharing }) {
  const listId = useListId();
  const grant = useApiMutation(GrantAccessDocument);
  const [person, setPerson] = useState<Person | null>(null);
  const [level, setLevel] = useState<GrantableLevel>('VIEWER');
  const [granted, setGranted] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!person) return;
    setGranted(undefined);
    const input = { listId, accessLevel: level, to: { userId: person.userId } };
    const done = () => {
      setGranted(person.name);
      setPerson(null);
    };
    grant.mutate({ input }, { onSuccess: done });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Title order={2}>{sharingText.share}</Title>
        <Group align="flex-end" gap="xs">
          <PersonPicker
            label={sharingText.person}
            without={[owner.userId, ...people.map(({ user }) => user.userId)]}
            value={person}
            onChange={setPerson}
          />
          <LevelSelect label={sharingText.access} visible value={level} onChange={setLevel} />
          <Button type="submit" disabled={!person} loading={grant.isPending}>
            {sharingText.grant}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {sharingText.levels[level]}: {sharingText.levelMeaning[level]}
        </Text>
        <Text role="status">{granted && visibleText(sharingText.granted(granted))}</Text>
        {grant.error && <Problem error={grant.error} />}
      </Stack>
    </form>
  );
}
