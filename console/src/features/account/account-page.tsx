import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsPersonal } from '../../api/viewer.ts';
import { accountText } from '../../text/account.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';

const ADDRESSES = {
  activity: '/app/activity',
  keys: '/app/settings/keys',
  limits: '/app/settings/limits',
  people: '/app/settings/people',
} as const;

type Section = keyof typeof ADDRESSES;
const SECTIONS = Object.keys(ADDRESSES) as Section[];

interface AccountPageProps {
  section: Section;
  actions?: ReactNode;
  /** True for pages that an organization key cannot read. */
  personal?: boolean;
  children: ReactNode;
}

/** A page of the account, with links to the others. */
export function AccountPage({ section, actions, personal = false, children }: AccountPageProps) {
  const isPersonal = useIsPersonal();
  const navigate = useNavigate();
  const isRefused = personal && isPersonal === false;
  return (
    <Page title={accountText.pages[section]} actions={isRefused ? undefined : actions}>
      <Tabs
        value={section}
        onChange={(to) => to && navigate({ to: ADDRESSES[to as Section] })}
        keepMounted={false}
        // Each is a page: the arrow keys only lead to it, and Enter opens it.
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label={accountText.sections}>
          {SECTIONS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {accountText.pages[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section} pt="md">
          {isRefused ? <Empty title={accountText.needsPersonalKey} /> : children}
        </Tabs.Panel>
        {SECTIONS.filter((each) => each !== section).map((each) => (
          <Tabs.Panel key={each} value={each}>
            {null}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
