import { Group, Text } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';
import { SmallButton } from './small-buttons.tsx';

/** Milliseconds for which a message with a button stays. It waits while the pointer is over it. */
const WITH_ACTION_MS = 10_000;
const closeButtonProps = { 'aria-label': common.close };

/** Where messages appear. */
export default function Toasts() {
  return <Notifications position="bottom-right" />;
}

/** Shows a message. @param action button that can be pressed once @param onGone called once it has gone */
export function show(
  message: string,
  action?: { label: string; run: () => void },
  onGone?: () => void,
): void {
  const shown = visibleText(message);
  if (!action) return void notifications.show({ message: shown, closeButtonProps });
  const onAction = () => {
    action.run();
    notifications.hide(id);
  };
  const id = notifications.show({
    message: (
      <Group wrap="nowrap" gap="sm">
        <Text component="span" inherit flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
          {shown}
        </Text>
        <SmallButton variant="light" flex="none" onClick={onAction}>
          {action.label}
        </SmallButton>
      </Group>
    ),
    autoClose: WITH_ACTION_MS,
    closeButtonProps,
    ...(onGone && { onClose: onGone }),
  });
}
