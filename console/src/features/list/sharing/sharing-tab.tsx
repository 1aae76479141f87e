import { Button, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { useViewer } from '../../../api/viewer.ts';
import {
  GrantAccessDocument,
  RevokeAccessDocument,
  TransferListDocument,
} from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { common } from '../../../text/common.ts';
import { column, DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LeaveList } from '../../../ui/leave-list.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notifyUndo } from '../../../ui/notify.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Question } from '../../../ui/question.tsx';
import { ReadOnly } from '../../../ui/read-only.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { useOpenList } from '../list-data.ts';
import { useListId } from '../search.ts';
import {
  type GrantableLevel,
  LevelSelect,
  type Permission,
  PersonLine,
  type Sharing,
  useSharing,
} from './access.tsx';
import { GrantForm } from './grant-form.tsx';

/** Shows who has access to a list, and shares it. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { list } = useOpenList();
  const title = list.accessLevel === 'OWNER' ? `Share “${list.name}”` : `Access to “${list.name}”`;
  return (
    <Dialog opened size="xl" title={title} onClose={onClose}>
      <SharingTab />
    </Dialog>
  );
}

/** Users with access to a list. The owner shares, changes, revokes and transfers; others read, and can leave. */
export function SharingTab() {
  const query = useSharing();
  const { accessLevel, owner } = useOpenList().list;
  return (
    <Loaded query={query} lines={8}>
      {(sharing) => (
        <Stack maw={900}>
          {accessLevel === 'OWNER' ? (
            <GrantForm {...sharing} />
          ) : (
            <ReadOnly
              reason={`Only the owner, ${visibleText(owner.name)}, can share this list or change who has access.`}
            />
          )}
          <Title order={2}>Who has access</Title>
          <AccessTable sharing={sharing} />
          {accessLevel !== 'OWNER' && <Leave {...sharing} />}
        </Stack>
      )}
    </Loaded>
  );
}

/** People on a page of the table. */
const PAGE_SIZE = 50;

type Access = Sharing['people'][number];
/** A row of the table: the owner, everybody in the organization, or a person with access of their own. */
type Row =
  | { id: 'owner' }
  | { id: 'everybody'; access: Permission | undefined }
  | { id: number; access: Access };

/** Everybody with access, and what they may do. The owner changes it. */
function AccessTable({ sharing }: { sharing: Sharing }) {
  const { organization, people } = sharing;
  const listId = useListId();
  const { accessLevel } = useOpenList().list;
  const [asked, setPage] = useState(1);
  const [revoking, setRevoking] = useState<Permission>();
  const [transferring, setTransferring] = useState<Access['user']>();
  const grant = useApiMutation(GrantAccessDocument);
  const isOwner = accessLevel === 'OWNER';
  const page = Math.min(asked, Math.max(1, Math.ceil(people.length / PAGE_SIZE)));
  const rows: Row[] = [
    { id: 'owner' },
    { id: 'everybody', access: organization },
    ...people
      .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      .map((access) => ({ id: access.permissionId, access })),
  ];
  const levelOf = (row: Row) => {
    if (row.id === 'owner') return 'Owner';
    const level = row.access?.accessLevel;
    if (!isOwner) return level ? common.accessLevels[level] : 'No access';
    const user = row.access?.user ?? undefined;
    const to = user ? { userId: user.userId } : { orgWide: true };
    return (
      <LevelSelect
        label={`Access of ${user ? visibleText(user.name) : 'everybody in the organization'}`}
        value={level}
        // What is revoked can be restored, at the level that it had.
        disabled={grant.isPending}
        onChange={(chosen: GrantableLevel) => grant.mutate({ input: { listId, accessLevel: chosen, to } })}
        onNone={() => setRevoking(row.access)}
        {...(user && { onOwner: () => setTransferring(user) })}
      />
    );
  };
  return (
    <>
      <DataTable
        label="Who has access"
        rows={rows}
        idOf={({ id }) => id}
        columns={[
          column<Row>('Person', (row) => <Holder row={row} />),
          column<Row>('Access', levelOf),
          column<Row>(
            'Granted',
            (row) =>
              row.id !== 'owner' &&
              row.access && (
                <>
                  <TimeAgo at={row.access.createdAt} />
                  <UserText text={`by ${row.access.grantedBy.name}`} size="xs" c="dimmed" maw={200} />
                </>
              ),
          ),
        ]}
      />
      {grant.error && <Problem error={grant.error} />}
      <Pager
        label="People with access"
        total={people.length}
        pageSize={PAGE_SIZE}
        page={page}
        onPage={setPage}
      />
      {revoking && <Revoke sharing={sharing} permission={revoking} onClose={() => setRevoking(undefined)} />}
      {transferring && (
        <Question
          document={TransferListDocument}
          variables={{ input: { listId, to: { userId: transferring.userId } } }}
          danger
          title={`Transfer the list to ${transferring.name}?`}
          body={`${transferring.name} becomes the owner and alone can share, transfer and delete the list. You become editor, and only ${transferring.name} can give the list back.`}
          action="Transfer"
          done={() => `${transferring.name} owns the list now.`}
          onClose={() => setTransferring(undefined)}
        />
      )}
    </>
  );
}

/** Who has the access of a row. */
function Holder({ row }: { row: Row }) {
  const { owner } = useOpenList().list;
  if (row.id === 'owner') return <PersonLine person={owner} />;
  if (row.id !== 'everybody') return <PersonLine person={row.access.user} />;
  return (
    <>
      Everybody in the organization
      <Text size="xs" c="dimmed">
        At least this access, besides that of single people
      </Text>
    </>
  );
}

/** Asks before a permission is revoked. It can be granted again for a while. */
function Revoke(props: { sharing: Sharing; permission: Permission; onClose: () => void }) {
  const grant = useApiMutation(GrantAccessDocument);
  const { sharing, permission, onClose } = props;
  const listId = useListId();
  const { permissionId, accessLevel, user } = permission;
  const name = user?.name ?? 'Everybody in the organization';
  const to = user ? { userId: user.userId } : { orgWide: true };
  const keeps = sharing.organization ? ' Everybody in the organization keeps access.' : '';
  return (
    <Question
      document={RevokeAccessDocument}
      variables={{ input: { listId, permissionId } }}
      danger
      title={user ? `Revoke the access of ${name}?` : 'Revoke the access of the organization?'}
      body={
        user
          ? `${name} can no longer open this list from the next request on. What was exported before stays with ${name}.${keeps}`
          : 'From the next request on, only the owner and the people with access of their own can open this list.'
      }
      action="Revoke"
      done={() => {
        const undo = () => grant.mutateAsync({ input: { listId, accessLevel, to } });
        notifyUndo(`${name} no longer has this access.`, undo);
        return undefined;
      }}
      onClose={onClose}
    />
  );
}

/** Gives up the caller's own access, if they have some. */
function Leave({ people }: Sharing) {
  const { list } = useOpenList();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const userId = useViewer().data?.viewer.user.userId;
  if (!people.some(({ user }) => user.userId === userId)) return null;
  return (
    <>
      <Button variant="default" w="fit-content" onClick={() => setAsking(true)}>
        Leave…
      </Button>
      {isAsking && (
        <LeaveList
          list={list}
          onLeft={() => void navigate({ to: '/app/lists' })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
