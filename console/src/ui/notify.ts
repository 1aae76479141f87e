import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';
import { Notice } from './notice.tsx';

const closeButtonProps = { 'aria-label': common.close };

/** Says what was done, in a message that goes by itself. Names in it cannot change the direction of the others. */
export function notify(message: string): void {
  notifications.show({ message: visibleText(message), closeButtonProps });
}

/** Milliseconds for which a message with a button stays. It waits while the pointer is over it. */
const WITH_ACTION_MS = 10_000;

/** What can follow something that was done. */
export interface NoticeAction {
  label: string;
  /** Runs at most once. When it fails, another message says why. */
  run: () => unknown;
}

/** Says what was done, with a button for what can follow, such as opening the result. */
export function notifyWithAction(message: string, { label, run }: NoticeAction): void {
  const follow = async () => {
    notifications.hide(id);
    try {
      await run();
    } catch (error) {
      notify((error as Error).message);
    }
  };
  const id = notifications.show({
    message: createElement(Notice, { message: visibleText(message), label, onAction: () => void follow() }),
    autoClose: WITH_ACTION_MS,
    closeButtonProps,
  });
}

/** Says what was done, and offers to undo it. */
export const notifyUndo = (message: string, undo: () => unknown): void =>
  notifyWithAction(message, { label: common.undo, run: undo });
