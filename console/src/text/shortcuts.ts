/** Keyboard shortcuts, as the dialog lists them. */
export const shortcutsText = {
  title: 'Keyboard shortcuts',
  groups: [
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
  ],
} as const;
