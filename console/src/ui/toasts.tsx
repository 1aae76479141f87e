import { Notifications, notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';
import { Notice } from './notice.tsx';

/** Milliseconds for which a message with a button stays. It waits while the pointer is over it. */
const WITH_ACTION_MS = 10_000;
const closeButtonProps = { 'aria-label': common.close };

/** Where messages appear. */
export default function Toasts() {
  return <Notifications position="bottom-right" />;
}

/** Shows a message. @param action button that can be pressed once */
export function show(message: string, action?: { label: string; run: () => void }): void {
  const shown = visibleText(message);
  if (!action) {
    notifications.show({ message: shown, closeButtonProps });
    return;
  }
  const onAction = () => {
    notifications.hide(id);
    action.run();
  };
  const id = notifications.show({
    message: createElement(Notice, { message: shown, label: action.label, onAction }),
    autoClose: WITH_ACTION_MS,
    closeButtonProps,
  });
}
