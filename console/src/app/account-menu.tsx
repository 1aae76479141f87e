import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { useViewer } from '../api/viewer.ts';
import { visibleText } from '../lib/visible-text.ts';
import { frameText } from '../text/frame.ts';
import { Initials } from '../ui/initials.tsx';
import { signOut } from '../ui/sign-out.ts';
import { UserText } from '../ui/user-text.tsx';
import classes from './frame.module.css';
import { openShortcuts } from './shortcuts-dialog.tsx';

/** Path of the guide; undefined where the service does not have it. */
const GUIDE = document.querySelector<HTMLMetaElement>('meta[name="guide"]')?.content;

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** Menu with the signed-in user, the pages of the account, the theme, and sign-out. */
export function AccountMenu() {
  const { data } = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = data?.viewer.user.name ?? frameText.account;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          size="compact-sm"
          aria-label={frameText.menu(visibleText(name))}
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
        <Menu.Item component={Link} to="/app/settings/keys">
          {frameText.keys}
        </Menu.Item>
        <Menu.Item component={Link} to="/app/settings/limits">
          {frameText.limits}
        </Menu.Item>
        <Menu.Item component={Link} to="/app/settings/people">
          {frameText.people}
        </Menu.Item>
        <Menu.Item component={Link} to="/app/settings/signing-in">
          {frameText.signingIn}
        </Menu.Item>
        <Menu.Item component={Link} to="/app/reports">
          {frameText.reports}
        </Menu.Item>
        {data?.viewer.isOperator && <OperatorItems />}
        <Menu.Divider />
        <Menu.Label>{frameText.theme}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme}
            aria-current={scheme === colorScheme}
            fw={scheme === colorScheme ? 600 : undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {frameText.themes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {GUIDE && (
          <Menu.Item component="a" href={GUIDE} target="_blank">
            {frameText.guide}
          </Menu.Item>
        )}
        <Menu.Item component="a" href="/docs" target="_blank">
          {frameText.documentation}
        </Menu.Item>
        <Menu.Item component="a" href="/graphql" target="_blank">
          {frameText.graphiql}
        </Menu.Item>
        <Menu.Item onClick={openShortcuts}>{frameText.shortcuts}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{frameText.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Links to the pages for operators of the installation. */
function OperatorItems() {
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{frameText.installation}</Menu.Label>
      <Menu.Item component={Link} to="/app/installation/reports">
        {frameText.review}
      </Menu.Item>
      <Menu.Item component={Link} to="/app/installation/organizations">
        {frameText.organizations}
      </Menu.Item>
      <Menu.Item component={Link} to="/app/installation/imports">
        {frameText.imports}
      </Menu.Item>
      <Menu.Item component={Link} to="/app/installation/checks">
        {frameText.checks}
      </Menu.Item>
    </>
  );
}
