import { ActionIcon, Menu } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { KeyFieldsFragment } from '../../../generated/graphql.ts';
import { accountText } from '../../../text/account.ts';
import { RevokeKey, RotateKey, UpdateKey } from './key-dialogs.tsx';

const text = accountText.keys;

interface KeyMenuProps {
  apiKey: KeyFieldsFragment;
  onCreated: (key: string) => void;
}

/** Menu of the actions on an active key. A held one can only be revoked. */
export function KeyMenu({ apiKey, onCreated }: KeyMenuProps) {
  const [action, setAction] = useState<'update' | 'rotate' | 'revoke'>();
  const dialog = { apiKey, onClose: () => setAction(undefined) };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" c="inherit" aria-label={text.actionsOf(apiKey.prefix)}>
            <DotsHorizontalIcon width={16} height={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {apiKey.status === 'ACTIVE' && (
            <>
              <Menu.Item onClick={() => setAction('update')}>{text.rename}</Menu.Item>
              <Menu.Item onClick={() => setAction('rotate')}>{text.rotate}</Menu.Item>
            </>
          )}
          <Menu.Item c="var(--mantine-color-error)" onClick={() => setAction('revoke')}>
            {text.revoke}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {action === 'update' && <UpdateKey {...dialog} />}
      {action === 'rotate' && <RotateKey {...dialog} onCreated={onCreated} />}
      {action === 'revoke' && <RevokeKey {...dialog} />}
    </>
  );
}
