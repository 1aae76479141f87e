import { Drawer, Group } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { common } from '../text/common.ts';
import { UserText } from './user-text.tsx';

interface SideDrawerProps {
  opened: boolean;
  title: string;
  size?: 'md' | 'lg' | 'xl' | number;
  /** Stands beside the button that closes it. */
  tools?: ReactNode;
  /** False where the page moves the focus by itself after closing. */
  returnFocus?: boolean;
  /** Called for keys that are pressed in the head. */
  onHeadKey?: (event: KeyboardEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Shows something beside the page, which stays where it is. Escape closes it. */
export function SideDrawer(props: SideDrawerProps) {
  const { opened, title, size = 'md', tools, returnFocus = true, onHeadKey, onClose, children } = props;
  return (
    <Drawer.Root {...{ opened, onClose, size, returnFocus }} position="right">
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content>
        {/* Screen readers would announce a <header> as a second banner of the page. */}
        <Drawer.Header role="presentation" onKeyDown={onHeadKey}>
          <Drawer.Title fw={650} fz="lg" miw={0}>
            <UserText text={title} />
          </Drawer.Title>
          <Group gap={4} wrap="nowrap">
            {tools}
            <Drawer.CloseButton aria-label={common.close} data-autofocus />
          </Group>
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
