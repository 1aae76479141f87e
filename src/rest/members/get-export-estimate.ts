import { tier } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GetExportEstimate', 'GET /lists/:list_id/export/estimate', {
  summary: 'Estimate the price of an export',
  needsUser: true,
  description: 'What an export of all members, or of one tier, would cost now. Free of charge.',
  parameters: { tier: tier('Only members of this tier.') },
  errors: ['definition_conflict', 'invalid_definition', 'members_too_large'],
});
