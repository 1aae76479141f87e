import { defineEnum } from '../../graphql/enums.ts';
import { RESOLUTION_MEANINGS } from './resolutions.ts';

export const flagStatuses = defineEnum('FlagStatus', {
  description: 'Progress of the review of a flag.',
  values: {
    queued: 'The flag waits for the data-quality review.',
    resolved: 'The review is complete. A flag is never queued again.',
  },
});

export const flagResolutions = defineEnum('FlagResolution', {
  description: 'Result of the review of a flag.',
  values: RESOLUTION_MEANINGS,
});
