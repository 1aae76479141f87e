import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountText } from '../../text/account.ts';
import { Page } from '../../ui/page.tsx';
import classes from './account-page.module.css';

const ADDRESSES = {
  activity: '/app/activity',
  keys: '/app/settings/keys',
  limits: '/app/settings/limits',
  people: '/app/settings/people',
  signingIn: '/app/settings/signing-in',
} as const;

type Section = keyof typeof ADDRESSES;
const SECTIONS = Object.keys(ADDRESSES) as Section[];

interface AccountPageProps {
  section: Section;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the account, with links to the others. */
export function AccountPage({ section, actions, children }: AccountPageProps) {
  const navigate = useNavigate();
  return (
    <Page title={accountText.pages[section]} actions={actions}>
      <Tabs
        value={section}
        onChange={(to) => to && navigate({ to: ADDRESSES[to as Section] })}
        keepMounted={false}
        // Each is a page: the arrow keys only lead to it, and Enter opens it.
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label={accountText.sections}>
          {SECTIONS.map((each) => (
            <Tabs.Tab key={each} value={each} className={classes.tab}>
              {accountText.pages[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section} pt="md">
          {children}
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
