import type { ReactNode } from 'react';
import { SectionPage } from '../../ui/section-page.tsx';

const SECTIONS = {
  credits: { name: 'Credits', to: '/app/settings/credits' },
  fields: { name: 'Fields', to: '/app/settings/fields' },
  keys: { name: 'API keys', to: '/app/settings/keys' },
  limits: { name: 'Limits', to: '/app/settings/limits' },
  people: { name: 'People', to: '/app/settings/people' },
  signingIn: { name: 'Signing in', to: '/app/settings/signing-in' },
  webhooks: { name: 'Webhooks', to: '/app/settings/webhooks' },
} as const;

interface AccountPageProps {
  section: keyof typeof SECTIONS;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the account, with links to the others. */
export function AccountPage(props: AccountPageProps) {
  return <SectionPage label="Account" sections={SECTIONS} {...props} />;
}
