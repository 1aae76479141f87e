import { z } from 'zod';
import { route } from '../route.ts';

export default route('UpdateAccount', 'PATCH /account', {
  summary: 'Change the settings of the organization',
  needsUser: true,
  description: 'Send at least one field; one that is left out stays as it is. Needs an admin.',
  parameters: {
    credits_low_threshold: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .nullable()
      .optional()
      .meta({
        description:
          'A balance, in credits. A charge that takes the balance below it is the event `credits.low`. Null: no event.',
        example: 500,
      }),
  },
  example: { organization_id: 1, name: 'Demo', credit_balance: 9999, credits_low_threshold: 500 },
  errors: ['insufficient_access'],
});
