/** Texts about reports of wrong data, which the APIs call flags. */
export const reportsText = {
  title: 'Reports of wrong data',
  resolved: 'Resolved',
  noDescription: 'The report does not say what is wrong.',
  resolutions: {
    CORRECTED: 'Corrected',
    NOT_REPRODUCIBLE: 'Not reproducible',
    WONT_FIX: 'Will not be fixed',
  },
  meanings: {
    CORRECTED: 'The data was wrong. It has been corrected, or the next import will correct it.',
    NOT_REPRODUCIBLE: 'The review found nothing wrong.',
    WONT_FIX: 'The data stays as it is.',
  },
} as const;
