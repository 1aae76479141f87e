import { notifications } from '@mantine/notifications';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';

/** Says what was done, in a message that goes by itself. Names in it cannot change the direction of the others. */
export function notify(message: string): void {
  const closeButtonProps = { 'aria-label': common.close };
  notifications.show({ message: visibleText(message), closeButtonProps });
}
