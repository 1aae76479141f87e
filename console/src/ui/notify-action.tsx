import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { visibleText } from '../lib/visible-text.ts';
import { common } from '../text/common.ts';

/** What can be done from a message, such as undoing what it tells. */
interface NoticeAction {
  label: string;
  run: () => void;
}

/** Time for which the action is offered. */
const ACTION_MS = 10_000;

/** Says what was done, as `notify` does, with a button that takes it further or back. */
export function notifyWithAction(message: string, { label, run }: NoticeAction): void {
  const act = () => {
    notifications.hide(id);
    run();
  };
  const id = notifications.show({
    message: (
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <span style={{ overflowWrap: 'anywhere' }}>{visibleText(message)}</span>
        <Button size="compact-sm" variant="default" flex="none" onClick={act}>
          {label}
        </Button>
      </Group>
    ),
    autoClose: ACTION_MS,
    closeButtonProps: { 'aria-label': common.close },
  });
}
