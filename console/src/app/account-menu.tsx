import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useViewer } from '../api/viewer.ts';
import { visibleText } from '../lib/visible-text.ts';
import { reportsText } from '../text/reports.ts';
import { Initials } from '../ui/initials.tsx';
import { signOut } from '../ui/sign-out.ts';
import { UserText } from '../ui/user-text.tsx';
import classes from './frame.module.css';
import { openShortcuts, shortcutsTitle } from './shortcuts-dialog.tsx';

/** Path of the guide; undefined where the service does not have it. */
const GUIDE = document.querySelector<HTMLMetaElement>('meta[name="guide"]')?.content;

/** Pages of the account, as the menu and the palette name them. */
export const ACCOUNT_PAGES = [
  { to: '/app/settings/credits', label: 'Credits' },
  { to: '/app/settings/fields', label: 'Fields of the organization' },
  { to: '/app/settings/keys', label: 'API keys' },
  { to: '/app/settings/limits', label: 'Limits' },
  { to: '/app/settings/people', label: 'People' },
  { to: '/app/settings/signing-in', label: 'Signing in' },
  { to: '/app/settings/webhooks', label: 'Webhooks' },
  { to: '/app/reports', label: reportsText.title },
] as const;
/** Pages for operators of the installation. */
export const OPERATOR_PAGES = [
  { to: '/app/installation/reports', label: 'Review reports' },
  { to: '/app/installation/organizations', label: 'Organizations' },
  { to: '/app/installation/fields', label: 'Fields of the catalogue' },
  { to: '/app/installation/imports', label: 'Imports' },
  { to: '/app/installation/checks', label: 'Checks of the server' },
] as const;
export const THEMES = [
  { scheme: 'light', label: 'Light' },
  { scheme: 'dark', label: 'Dark' },
  { scheme: 'auto', label: 'As the system' },
] as const;

/** Menu with the signed-in user, the pages of the account, the theme, and sign-out. */
export function AccountMenu() {
  const { data } = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = data?.viewer.user.name ?? 'Account';
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          size="compact-sm"
          aria-label={`${visibleText(name)}: account menu`}
          leftSection={data && <Initials name={name} of="person" size={22} />}
          rightSection={<ChevronDownIcon width={14} height={14} />}
        >
          <UserText text={name} maw={140} className={classes.name} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data && (
          <Menu.Label>
            <UserText text={data.viewer.organization.name} />
          </Menu.Label>
        )}
        <PageItems pages={ACCOUNT_PAGES} />
        {data?.viewer.isOperator && (
          <>
            <Menu.Divider />
            <Menu.Label>Installation</Menu.Label>
            <PageItems pages={OPERATOR_PAGES} />
          </>
        )}
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {THEMES.map(({ scheme, label }) => (
          <Menu.Item
            key={scheme}
            aria-current={scheme === colorScheme}
            fw={scheme === colorScheme ? 600 : undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {GUIDE && (
          <Menu.Item component="a" href={GUIDE} target="_blank">
            Guide
          </Menu.Item>
        )}
        <Menu.Item component="a" href="/docs" target="_blank">
          REST documentation
        </Menu.Item>
        <Menu.Item component="a" href="/graphql" target="_blank">
          GraphiQL
        </Menu.Item>
        <Menu.Item onClick={openShortcuts}>{shortcutsTitle}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Pages = typeof ACCOUNT_PAGES | typeof OPERATOR_PAGES;

const PageItems = ({ pages }: { pages: readonly Pages[number][] }) =>
  pages.map(({ to, label }) => (
    <Menu.Item key={to} component={Link} to={to}>
      {label}
    </Menu.Item>
  ));
