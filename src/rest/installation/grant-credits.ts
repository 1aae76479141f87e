import { z } from 'zod';
import { MAX_GRANT } from '../../lib/request-limits.ts';
import { pathId } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GrantCredits', 'POST /installation/organizations/:organization_id/credits', {
  summary: 'Add credits to an organization',
  needsUser: true,
  description:
    'Writes an entry into the ledger of the organization. Send an `Idempotency-Key`, so that a retry adds nothing. Needs an operator of the installation.',
  parameters: {
    organization_id: pathId('The `organization_id` of any organization.', 1),
    amount: z
      .int()
      .min(1)
      .max(MAX_GRANT)
      .meta({ description: `Credits to add: 1 to ${MAX_GRANT}.`, example: 500 }),
  },
  errors: ['insufficient_access', 'organization_not_found'],
});
