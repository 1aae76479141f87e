import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Answered, useApiQuery } from '../../../api/hooks.ts';
import { PasskeysDocument, type PasskeysQuery } from '../../../generated/graphql.ts';
import { hasPasskeys } from '../../../lib/passkeys.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { accountText } from '../../../text/account.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx';

const text = accountText.passkeys;

type Passkey = NonNullable<Answered<PasskeysQuery>['viewer']['passkeys']>[number];

/** The passkeys of the person, to add, rename and remove. */
export function Passkeys() {
  const passkeys = useApiQuery(PasskeysDocument, {});
  const [isAdding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey>();
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
        {({ viewer }) => (
          <PasskeyTable passkeys={viewer.passkeys ?? []} onRename={setRenaming} onRemove={setRemoving} />
        )}
      </Loaded>
      {isAdding && <AddPasskey opened onClose={() => setAdding(false)} />}
      {renaming && <RenamePasskey passkey={renaming} onClose={() => setRenaming(undefined)} />}
      {removing && <RemovePasskey passkey={removing} onClose={() => setRemoving(undefined)} />}
    </Stack>
  );
}

interface PasskeyTableProps {
  passkeys: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

function PasskeyTable({ passkeys, onRename, onRemove }: PasskeyTableProps) {
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
            <Group gap="xs" justify="flex-end">
              <Button
                variant="default"
                size="compact-sm"
                aria-label={text.renameOf(visibleText(passkey.name))}
                onClick={() => onRename(passkey)}
              >
                {text.rename}
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={text.removeOf(visibleText(passkey.name))}
                onClick={() => onRemove(passkey)}
              >
                {text.remove}
              </Button>
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableRegion>
  );
}
