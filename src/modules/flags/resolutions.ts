import type { FlagResolution } from '../../generated/prisma/enums.ts';

/** Results of a review, with what they mean. The enum of GraphQL and the command line follow from them. */
export const RESOLUTION_MEANINGS: Readonly<Record<FlagResolution, string>> = {
  corrected: 'The data was wrong. It has been corrected, or the next import will correct it.',
  not_reproducible: 'The reviewer found nothing wrong.',
  wont_fix: 'The data stays as it is.',
};

export const FLAG_RESOLUTIONS = Object.keys(RESOLUTION_MEANINGS) as FlagResolution[];
