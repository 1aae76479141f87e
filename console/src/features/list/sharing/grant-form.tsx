import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { queryKey, useApiMutation } from '../../../api/hooks.ts';
import { type Person, usePeople } from '../../../api/people.ts';
import { useIsAdmin } from '../../../api/viewer.ts';
import {
  GrantAccessDocument,
  InviteUserDocument,
  PeopleDocument,
  PeopleOfOrganizationDocument,
} from '../../../generated/graphql.ts';
import { formatChoices } from '../../../lib/format.ts';
import { ONLY_PROVIDER } from '../../../lib/provider.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { invitedText, providedBy } from '../../../ui/invited-text.ts';
import { Problem } from '../../../ui/problem.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { useOpenList } from '../list-data.ts';
import { useListId } from '../search.ts';
import { type GrantableLevel, LEVEL_MEANING, LevelSelect, PersonLine, type Sharing } from './access.tsx';

/**
 * Shares a list with a person of the organization. The person stays chosen until that succeeded. An address of nobody is
 * invited in its place by admins; others are told whom to ask.
 */
export function GrantForm({ people }: Sharing) {
  const listId = useListId();
  const { owner } = useOpenList().list;
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
        <Group align="flex-end" gap="xs">
          <PersonPicker
            without={[owner.userId, ...people.map(({ user }) => user.userId)]}
            value={person}
            onChange={setPerson}
            search={typed}
            onSearch={setTyped}
            isUnknown={unknown !== undefined}
          />
          <LevelSelect label="Access" visible value={level} onChange={setLevel} />
          <Button type="submit" disabled={!person} loading={grant.isPending}>
            Share
          </Button>
        </Group>
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
        {common.accessLevels[level]}: {LEVEL_MEANING[level]}
      </Text>
      <Text role="status">{granted && visibleText(`Shared with ${granted}.`)}</Text>
      {grant.error && <Problem error={grant.error} />}
      {made && <ShownOnce {...made} onClose={() => setMade(undefined)} />}
    </Stack>
  );
}

/** Options that are shown at once; typing narrows them. */
const MOST_OPTIONS = 50;

interface PersonPickerProps {
  /** Ids of people who cannot be chosen. */
  without: readonly number[];
  value: Person | null;
  onChange: (person: Person | null) => void;
  search: string;
  onSearch: (typed: string) => void;
  /** Whether the page says below that nobody has this address. */
  isUnknown: boolean;
}

/** Finds a person of the organization by name or e-mail address. */
function PersonPicker({ without, value, onChange, search, onSearch, isUnknown }: PersonPickerProps) {
  const { data, isPending, error } = usePeople();
  const people = (data ?? []).filter(({ userId }) => !without.includes(userId));
  const wanted = search.trim().toLowerCase();
  const isHidden = (data ?? []).some(
    ({ userId, name, email }) =>
      without.includes(userId) && wanted !== '' && `${name} ${email}`.toLowerCase().includes(wanted),
  );
  const nothing =
    people.length > 0
      ? 'Nobody in your organization has this name or address.'
      : 'Everybody in your organization has access of their own.';
  const byId = new Map(people.map((person) => [String(person.userId), person]));
  return (
    <Select
      label="Person"
      placeholder={isPending ? common.loading : 'Name or e-mail address'}
      error={error?.message}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': common.remove }}
      limit={MOST_OPTIONS}
      nothingFoundMessage={isUnknown ? undefined : isHidden ? 'They have access already.' : nothing}
      searchValue={search}
      onSearchChange={onSearch}
      value={value ? String(value.userId) : null}
      onChange={(id) => onChange(id === null ? null : (byId.get(id) ?? null))}
      data={people.map(({ userId, name, email }) => ({ value: String(userId), label: `${name} · ${email}` }))}
      renderOption={({ option }) => {
        const person = byId.get(option.value);
        return person && <PersonLine person={person} />;
      }}
      flex={1}
      miw={220}
    />
  );
}

/** Admins that are named to somebody who cannot invite. */
const NAMED = 3;

interface InviteAndShareProps {
  /** Address that nobody of the organization has. */
  email: string;
  onCancel: () => void;
  /** @param shown the link of the invitation, which is shown once. */
  onInvited: (person: Person, shown: Pick<ComponentProps<typeof ShownOnce>, 'value' | 'text'>) => void;
}

/** Says that an address is nobody's. Admins invite it here; others are told who can. */
function InviteAndShare(props: InviteAndShareProps) {
  const title = visibleText(`Nobody in your organization has the address ${props.email}.`);
  return (
    <Alert color="blue" variant="light" role="status" title={title}>
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
        <Text>
          {ONLY_PROVIDER
            ? providedBy(ONLY_PROVIDER)
            : 'Invite them as a member, and share the list with them. You get a link that signs them in once, within 72 hours.'}
        </Text>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Name (optional)"
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            flex="0 1 240px"
          />
          <Button type="submit" loading={invite.isPending}>
            Invite and share
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
  return (
    <Text>
      {named.length === 0
        ? 'Only an admin of your organization can invite people.'
        : visibleText(
            `Only admins can invite people. Ask ${formatChoices(named)}, then share the list here.`,
          )}
    </Text>
  );
}

/** An e-mail address, as far as a page needs to know. The service decides. */
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/;

/** Returns the address that was typed if nobody of the organization has it; undefined until that is known. */
function useUnknownAddress(typed: string): string | undefined {
  const { data } = usePeople();
  const address = typed.trim().toLowerCase();
  if (!data || !ADDRESS.test(address)) return undefined;
  // A part of an address may still become that of somebody.
  return data.some(({ email }) => email.toLowerCase().includes(address)) ? undefined : address;
}
