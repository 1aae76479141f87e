const values = (count: number) => `${count} ${count === 1 ? 'value' : 'values'}`;

/** Texts of own fields on the page of a company. */
export const fieldValuesText = {
  section: 'Own fields',
  yes: 'Yes',
  no: 'No',
  unknown: 'Unknown',
  edit: (label: string) => `Edit ${label}`,
  add: 'Add a value',
  clear: 'Clear',
  clearOf: (label: string) => `Clear ${label}`,
  numberHint: 'Digits with a point, such as 1200.5',
  commaHint: 'Digits with a comma, such as 1200,5',
  storedAs: (value: number) => `Stored as ${value}`,
  severalHint: 'Enter adds a value; Enter again saves.',
  textHint: 'Enter saves; Shift and Enter begin a line.',
  tooManyDigits: 'has more than 15 digits',
  noFlag: 'must be yes or no',
  fault: (label: string, reason: string) => `${label} ${reason}.`,
  notTracked: 'The company has left the catalogue.',
  undone: (count: number) => `${values(count)} as before.`,
  pasted: (stored: number, refused: number, beyond: number) =>
    [
      `${values(stored)} pasted.`,
      ...(refused > 0 ? [`${values(refused)} not saved: the cells say why.`] : []),
      ...(beyond > 0
        ? [`${beyond} ${beyond === 1 ? 'line' : 'lines'} left out: no rows are loaded for them.`]
        : []),
    ].join(' '),
  opens: (address: string) => `${address}, opens in a new tab`,
} as const;
