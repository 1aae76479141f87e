import { Kbd, Table, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Store, useStore } from '../lib/store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { isDialogOpen } from './open-dialog.ts';

export const shortcutsTitle = 'Keyboard shortcuts';

const GROUPS = [
  {
    title: 'Everywhere',
    shortcuts: [
      ['⌘K or Ctrl K', 'Search lists, companies and commands'],
      ['?', 'Show this list'],
      ['Esc', 'Close what is open'],
    ],
  },
  {
    title: 'In the filter, on a row',
    shortcuts: [
      ['↑ ↓', 'Go to the row above or below'],
      ['Enter', 'Edit the row; Esc leads back to it'],
      ['Alt ↑ ↓', 'Move the row up or down'],
      ['Alt →', 'Put the row into a group'],
      ['Alt ←', 'Take the row out of its group'],
      ['!', 'Add or remove “not”'],
      ['Delete', 'Remove the row'],
      ['⌘Z or Ctrl Z', 'Undo, back to the last save'],
      ['⇧⌘Z or Ctrl Shift Z', 'Redo'],
    ],
  },
  {
    title: 'In a list of members',
    shortcuts: [
      ['↑ ↓', 'Go to the row above or below'],
      ['Enter', 'Open the company; Esc closes it'],
    ],
  },
] as const;

const isOpen = new Store(false);

export const openShortcuts = (): void => isOpen.set(true);

/** Lists all keyboard shortcuts. `?` opens it, except in text fields. */
export function ShortcutsDialog() {
  const opened = useStore(isOpen, (value) => value);
  // Layouts differ in whether `?` needs Shift.
  const open = () => !isDialogOpen() && openShortcuts();
  useHotkeys([
    ['shift + ?', open],
    ['?', open],
  ]);
  return (
    <Dialog opened={opened} onClose={() => isOpen.set(false)} title={shortcutsTitle}>
      {GROUPS.map(({ title, shortcuts }) => (
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
