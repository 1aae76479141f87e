import { Kbd, Table, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { shortcutsText } from '../text/shortcuts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { isDialogOpen } from './open-dialog.ts';

let isOpen = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

export const openShortcuts = (): void => change(true);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lists all keyboard shortcuts. `?` opens it, except in text fields. */
export function ShortcutsDialog() {
  const opened = useSyncExternalStore(subscribe, () => isOpen);
  // Layouts differ in whether `?` needs Shift.
  const open = () => !isDialogOpen() && openShortcuts();
  useHotkeys([
    ['shift + ?', open],
    ['?', open],
  ]);
  return (
    <Dialog opened={opened} onClose={() => change(false)} title={shortcutsText.title}>
      {shortcutsText.groups.map(({ title, shortcuts }) => (
        <section key={title}>
          <Title order={2} mt="sm">
            {title}
          </Title>
          <Table aria-label={title}>
            <Table.Tbody>
              {shortcuts.map(([keys, meaning]) => (
                <Table.Tr key={keys}>
                  <Table.Td w={200}>
                    <Kbd>{keys}</Kbd>
                  </Table.Td>
                  <Table.Td>{meaning}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Dialog>
  );
}
