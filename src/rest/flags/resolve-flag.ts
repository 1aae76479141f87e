import { z } from 'zod';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { pathId, word } from '../parameters.ts';
import { route } from '../route.ts';

export default route('ResolveFlag', 'PATCH /flags/:flag_id', {
  summary: 'Resolve a data flag',
  needsUser: true,
  description:
    'The organization that raised the flag sees the resolution and the note. A flag is resolved once: another resolution or note is refused with `flag_resolved`. Needs an operator of the installation.',
  parameters: {
    flag_id: pathId('The `flag_id` of a flag of any organization.', 3),
    resolution: word(['corrected', 'not_reproducible', 'wont_fix']).meta({
      description: 'Result of the review.',
      example: 'corrected',
    }),
    note: z
      .string()
      .optional()
      .meta({
        ...TEXT_LIMITS.flagText,
        description: `What the organization that raised the flag should know; at most ${TEXT_LIMITS.flagText.maxLength} characters after trimming. A blank text counts as none.`,
        example: 'The next import has the new industry.',
      }),
  },
  errors: ['flag_not_found', 'flag_resolved', 'insufficient_access'],
});
