import { ActionIcon, Menu } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PersonFieldsFragment } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { peopleText as text } from '../../../text/people.ts';
import { DisablePerson, EnablePerson, SetRole, SignOutPerson } from './person-dialogs.tsx';

interface PersonMenuProps {
  person: PersonFieldsFragment;
  /** True for the caller, whom only another admin disables, and who signs out under "Signing in". */
  isSelf: boolean;
  onCreateKey: () => void;
}

/** Menu of what an admin can do with a person or a service account. */
export function PersonMenu({ person, isSelf, onCreateKey }: PersonMenuProps) {
  const [action, setAction] = useState<'role' | 'signOut' | 'disable' | 'enable'>();
  const dialog = { person, isSelf, onClose: () => setAction(undefined) };
  const { kind, role, disabledAt } = person;
  const isEnabled = disabledAt == null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="inherit"
            aria-label={text.actionsOf(visibleText(person.name))}
          >
            <DotsHorizontalIcon width={16} height={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {kind === 'PERSON' && (
            <Menu.Item onClick={() => setAction('role')}>
              {role === 'ADMIN' ? text.demotion.item : text.promotion.item}
            </Menu.Item>
          )}
          {kind === 'PERSON' && isEnabled && !isSelf && (
            <Menu.Item onClick={() => setAction('signOut')}>{text.signingOut.item}</Menu.Item>
          )}
          {kind === 'SERVICE' && isEnabled && <Menu.Item onClick={onCreateKey}>{text.createKey}</Menu.Item>}
          {kind === 'SERVICE' && (
            <Menu.Item component={Link} to="/app/settings/keys">
              {text.seeKeys}
            </Menu.Item>
          )}
          {!isEnabled && <Menu.Item onClick={() => setAction('enable')}>{text.enabling.item}</Menu.Item>}
          {isEnabled && !isSelf && (
            <Menu.Item c="var(--mantine-color-error)" onClick={() => setAction('disable')}>
              {text.disabling.item}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {action === 'role' && <SetRole {...dialog} />}
      {action === 'signOut' && <SignOutPerson {...dialog} />}
      {action === 'disable' && <DisablePerson {...dialog} />}
      {action === 'enable' && <EnablePerson {...dialog} />}
    </>
  );
}
