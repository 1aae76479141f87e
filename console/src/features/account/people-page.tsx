import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { textKey } from '../../../../src/lib/text-key.ts';
import { useApiQuery } from '../../api/hooks.ts';
import { useIsAdmin } from '../../api/viewer.ts';
import { PeopleDocument, type PersonFieldsFragment } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { actionsColumn, column, DataTable } from '../../ui/data-table.tsx';
import { Initials } from '../../ui/initials.tsx';
import { invitedText } from '../../ui/invited-text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { WRAPPED } from '../../ui/page.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AccountPage } from './account-page.tsx';
import { CREATED_KEY, CreateKey } from './keys/key-dialogs.tsx';
import { CreateAccount, Invite, PersonQuestion, ROLES } from './people/people-dialogs.tsx';

/** Everybody in the organization. Admins invite people, change them, and add service accounts. */
export default function PeoplePage() {
  const { variables, pages } = usePages(200);
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState<Adding>();
  const isAdmin = useIsAdmin();
  const people = useApiQuery(
    PeopleDocument,
    { ...variables, includeDisabled: isAdmin },
    { keepPrevious: true },
  );
  const wanted = textKey(search.trim());
  return (
    <AccountPage section="people">
      <Loaded query={people} lines={8}>
        {({ viewer: { user, organization } }) => {
          const all = organization.users?.edges.map(({ node }) => node) ?? [];
          const shown = all.filter(({ name, email }) => textKey(`${name}\n${email}`).includes(wanted));
          return (
            <Stack>
              <Text style={{ overflowWrap: 'anywhere' }}>
                Everybody in {visibleText(organization.name)}. Lists can be shared with them.
              </Text>
              <Group align="flex-end" justify="space-between">
                <TextInput
                  label="Search this page by name or e-mail"
                  value={search}
                  onChange={({ currentTarget }) => setSearch(currentTarget.value)}
                  flex="0 1 360px"
                />
                {isAdmin && (
                  <Group gap="xs">
                    <Button {...WRAPPED} variant="default" onClick={() => setAdding('account')}>
                      Add a service account
                    </Button>
                    <Button {...WRAPPED} onClick={() => setAdding('person')}>
                      Invite somebody
                    </Button>
                  </Group>
                )}
              </Group>
              <PeopleTable people={shown} self={user?.userId} canChange={isAdmin} onCreateKey={setAdding} />
              <Pager
                label="People of the organization"
                total={organization.users?.totalCount ?? 0}
                {...pages}
              />
              {!isAdmin && <Text>An admin of your organization can invite more people.</Text>}
            </Stack>
          );
        }}
      </Loaded>
      <Additions adding={adding} onAdding={setAdding} />
    </AccountPage>
  );
}

/** What an admin adds: a person, a service account, or a key of the service account. */
type Adding = 'person' | 'account' | PersonFieldsFragment | undefined;

interface AdditionsProps {
  adding: Adding;
  onAdding: (adding: Adding) => void;
}

/** Dialogs that invite a person, add a service account, and create its keys. Links and keys are shown once. */
function Additions({ adding, onAdding }: AdditionsProps) {
  const [made, setMade] = useState<Pick<ComponentProps<typeof ShownOnce>, 'value' | 'text'>>();
  const close = () => onAdding(undefined);
  return (
    <>
      {adding === 'person' && (
        <Invite
          onClose={close}
          onInvited={(link, mailed) => setMade({ value: link, text: invitedText(mailed) })}
        />
      )}
      {/* Without a key, an account is of no use. */}
      {adding === 'account' && <CreateAccount onClose={close} onCreated={onAdding} />}
      {typeof adding === 'object' && (
        <CreateKey
          opened
          account={adding}
          onClose={close}
          onCreated={(value) => setMade({ value, text: CREATED_KEY })}
        />
      )}
      {made && <ShownOnce {...made} onClose={() => setMade(undefined)} />}
    </>
  );
}

interface PeopleTableProps {
  people: readonly PersonFieldsFragment[];
  /** Id of the caller. */
  self: number | undefined;
  /** True for admins, who can change people. */
  canChange: boolean;
  onCreateKey: (account: PersonFieldsFragment) => void;
}

function PeopleTable({ people, self, canChange, onCreateKey }: PeopleTableProps) {
  const menuOf = (person: PersonFieldsFragment) => (
    <PersonMenu person={person} isSelf={person.userId === self} onCreateKey={() => onCreateKey(person)} />
  );
  return (
    <DataTable
      label="People of the organization"
      rows={people}
      idOf={({ userId }) => userId}
      empty={<Text role="status">Nobody on this page matches.</Text>}
      columns={[
        column<PersonFieldsFragment>('Name', ({ name, email, userId, disabledAt }) => (
          <Group gap={12} wrap="nowrap">
            <Initials name={name} of="person" size={32} />
            <div style={{ minWidth: 0 }}>
              <Group gap="0 8px">
                <UserText text={name} maw="min(60vw, 400px)" fw={600} />
                {userId === self && <Badge variant="default">you</Badge>}
                {disabledAt != null && <Badge variant="default">disabled</Badge>}
              </Group>
              <UserText text={email} maw="min(60vw, 400px)" size="xs" c="dimmed" inherit={false} />
            </div>
          </Group>
        )),
        column<PersonFieldsFragment>('Role', ({ kind, role }) =>
          kind === 'SERVICE' ? 'Service account' : ROLES[role],
        ),
        ...(canChange ? [actionsColumn(menuOf)] : []),
      ]}
    />
  );
}

interface PersonMenuProps {
  person: PersonFieldsFragment;
  /** True for the caller, whom only another admin disables, and who signs out under "Signing in". */
  isSelf: boolean;
  onCreateKey: () => void;
}

/** Menu of what an admin can do with a person or a service account. */
function PersonMenu({ person, isSelf, onCreateKey }: PersonMenuProps) {
  const isEnabled = person.disabledAt == null;
  const [isPerson, isService] = [person.kind === 'PERSON', person.kind === 'SERVICE'];
  const ask = (action: ComponentProps<typeof PersonQuestion>['action']) => (onClose: () => void) => (
    <PersonQuestion {...{ action, person, isSelf, onClose }} />
  );
  return (
    <ActionMenu
      label={`Actions for ${person.name}`}
      button={{ c: 'inherit' }}
      actions={[
        isPerson && { label: person.role === 'ADMIN' ? 'Make member' : 'Make admin', dialog: ask('role') },
        isPerson && isEnabled && !isSelf && { label: 'Sign out everywhere', dialog: ask('signOut') },
        isService && isEnabled && { label: 'Create a key', run: onCreateKey },
        isService && { label: 'All keys', link: (props) => <Link {...props} to="/app/settings/keys" /> },
        !isEnabled && { label: 'Enable', dialog: ask('enable') },
        isEnabled && !isSelf && { label: 'Disable', danger: true, dialog: ask('disable') },
      ]}
    />
  );
}
