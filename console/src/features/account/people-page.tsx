import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { textKey } from '../../../../src/lib/text-key.ts';
import { useApiQuery } from '../../api/hooks.ts';
import { useIsAdmin } from '../../api/viewer.ts';
import { PeopleDocument, type PersonFieldsFragment } from '../../generated/graphql.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { accountText } from '../../text/account.ts';
import { peopleText as text } from '../../text/people.ts';
import { invitedText } from '../../ui/invited-text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { AccountPage } from './account-page.tsx';
import { CreateKey } from './keys/create-key.tsx';
import { CreateAccount } from './people/create-account.tsx';
import { Invite } from './people/invite.tsx';
import { PeopleTable } from './people/people-table.tsx';

const PAGE = 200;
/** At 200 % zoom of a phone, the label of a button takes two lines. */
const WRAPPED = { h: 'auto', mih: 36, styles: { label: { whiteSpace: 'normal' } } } as const;

/** Everybody in the organization. Admins invite people, change them, and add service accounts. */
export function PeoplePage() {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState<'person' | 'account'>();
  const [keyFor, setKeyFor] = useState<PersonFieldsFragment>();
  const isAdmin = useIsAdmin();
  const people = useApiQuery(
    PeopleDocument,
    { first: PAGE, offset: (page - 1) * PAGE, includeDisabled: isAdmin },
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
              <Text style={{ overflowWrap: 'anywhere' }}>{text.intro(visibleText(organization.name))}</Text>
              <Group align="flex-end" justify="space-between">
                <TextInput
                  label={text.search}
                  value={search}
                  onChange={({ currentTarget }) => setSearch(currentTarget.value)}
                  flex="0 1 360px"
                />
                {isAdmin && (
                  <Group gap="xs">
                    <Button {...WRAPPED} variant="default" onClick={() => setAdding('account')}>
                      {text.addAccount}
                    </Button>
                    <Button {...WRAPPED} onClick={() => setAdding('person')}>
                      {text.invite}
                    </Button>
                  </Group>
                )}
              </Group>
              <PeopleTable people={shown} self={user?.userId} canChange={isAdmin} onCreateKey={setKeyFor} />
              {shown.length === 0 && <Text role="status">{text.none}</Text>}
              <Pager
                label={text.table}
                total={organization.users?.totalCount ?? 0}
                pageSize={PAGE}
                page={page}
                onPage={setPage}
              />
              {!isAdmin && <Text>{text.adding}</Text>}
            </Stack>
          );
        }}
      </Loaded>
      <Additions adding={adding} onAdding={setAdding} keyFor={keyFor} onKeyFor={setKeyFor} />
    </AccountPage>
  );
}

interface AdditionsProps {
  adding: 'person' | 'account' | undefined;
  onAdding: (adding: undefined) => void;
  /** Service account for which a key is created. */
  keyFor: PersonFieldsFragment | undefined;
  onKeyFor: (account: PersonFieldsFragment | undefined) => void;
}

/** Dialogs that invite a person, add a service account, and create its keys. Links and keys are shown once. */
function Additions({ adding, onAdding, keyFor, onKeyFor }: AdditionsProps) {
  const [made, setMade] = useState<Pick<ComponentProps<typeof ShownOnce>, 'value' | 'text'>>();
  const close = () => onAdding(undefined);
  return (
    <>
      {adding === 'person' && (
        <Invite
          onClose={close}
          onInvited={(link, mailed) => {
            close();
            setMade({ value: link, text: invitedText(mailed) });
          }}
        />
      )}
      {adding === 'account' && (
        <CreateAccount
          onClose={close}
          onCreated={(account) => {
            close();
            // Without a key, the account is of no use.
            onKeyFor(account);
          }}
        />
      )}
      {keyFor && (
        <CreateKey
          opened
          account={keyFor}
          onClose={() => onKeyFor(undefined)}
          onCreated={(value) => setMade({ value, text: accountText.keys.created })}
        />
      )}
      {made && <ShownOnce {...made} onClose={() => setMade(undefined)} />}
    </>
  );
}
