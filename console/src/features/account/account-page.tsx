import type { ReactNode } from 'react';
import { accountText } from '../../text/account.ts';
import { SectionPage } from '../../ui/section-page.tsx';

const { pages } = accountText;

const SECTIONS = {
  activity: { name: pages.activity, to: '/app/activity' },
  keys: { name: pages.keys, to: '/app/settings/keys' },
  limits: { name: pages.limits, to: '/app/settings/limits' },
  people: { name: pages.people, to: '/app/settings/people' },
  signingIn: { name: pages.signingIn, to: '/app/settings/signing-in' },
  webhooks: { name: pages.webhooks, to: '/app/settings/webhooks' },
} as const;

interface AccountPageProps {
  section: keyof typeof SECTIONS;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the account, with links to the others. */
export function AccountPage(props: AccountPageProps) {
  return <SectionPage label={accountText.sections} sections={SECTIONS} {...props} />;
}
