import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../../../text/common.ts';
import { UserText } from '../../../ui/user-text.tsx';

interface SideDrawerProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** What belongs to a number of the page, beside it. */
export function SideDrawer({ opened, title, onClose, children }: SideDrawerProps) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right">
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content>
        {/* Screen readers would announce a <header> as a second banner of the page. */}
        <Drawer.Header role="presentation">
          <Drawer.Title fw={600} miw={0}>
            <UserText text={title} />
          </Drawer.Title>
          <Drawer.CloseButton aria-label={common.close} />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
