import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import { PasskeysDocument, type PasskeysQuery, RemovePasskeyDocument } from '../../../generated/graphql.ts';
import { hasPasskeys } from '../../../lib/passkeys.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { accountText } from '../../../text/account.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notify } from '../../../ui/notify.ts';
import { TableRegion } from '../../../ui/table-region.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { AddPasskey } from './add-passkey.tsx';

const text = accountText.passkeys;

type Passkey = NonNullable<PasskeysQuery['viewer']['passkeys']>[number];

/** The passkeys of the person, to add and to remove. */
export function Passkeys() {
  const passkeys = useApiQuery(PasskeysDocument, {});
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  return (
    <Stack component="section" aria-label={text.title} gap="sm">
      <Group justify="space-between">
        <Title order={2}>{text.title}</Title>
        {hasPasskeys() && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        )}
      </Group>
      <Text c="dimmed">{hasPasskeys() ? text.intro : text.unavailable}</Text>
      <Loaded query={passkeys} lines={2}>
        {({ viewer }) => <PasskeyTable passkeys={viewer.passkeys ?? []} onRemove={setRemoving} />}
      </Loaded>
      {isAdding && <AddPasskey opened onClose={() => setAdding(false)} />}
      {removing && <RemovePasskey passkey={removing} onClose={() => setRemoving(undefined)} />}
    </Stack>
  );
}

interface PasskeyTableProps {
  passkeys: readonly Passkey[];
  onRemove: (passkey: Passkey) => void;
}

function PasskeyTable({ passkeys, onRemove }: PasskeyTableProps) {
  if (passkeys.length === 0) return <Empty title={text.none} />;
  return (
    <TableRegion label={text.table} columns={Object.values(text.columns)} minWidth={320}>
      {passkeys.map((passkey) => (
        <Table.Tr key={passkey.passkeyId}>
          <Table.Td>
            <UserText text={visibleText(passkey.name)} maw="min(40vw, 320px)" fw={600} />
            <Text size="xs" c="dimmed">
              {text.added} <TimeAgo at={passkey.createdAt} />
            </Text>
          </Table.Td>
          <Table.Td>{passkey.lastUsedAt ? <TimeAgo at={passkey.lastUsedAt} /> : text.notYet}</Table.Td>
          <Table.Td>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={text.removeOf(visibleText(passkey.name))}
              onClick={() => onRemove(passkey)}
            >
              {text.remove}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableRegion>
  );
}

function RemovePasskey({ passkey: { passkeyId, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useApiMutation(RemovePasskeyDocument, { changes: [PasskeysDocument] });
  const confirm = () =>
    remove.mutate(
      { input: { passkeyId: String(passkeyId) } },
      {
        onSuccess() {
          onClose();
          notify(text.removal.done);
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      danger
      title={text.removal.title(visibleText(name))}
      action={text.removal.action}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{text.removal.body}</Text>
    </ConfirmDialog>
  );
}
