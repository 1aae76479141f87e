import { z } from 'zod';
import { AT } from '../examples.ts';
import { tier } from '../parameters.ts';
import { route } from '../route.ts';

export default route('CreateExport', 'POST /lists/:list_id/export', {
  summary: 'Pay for an export of the members',
  needsUser: true,
  description:
    'Costs one credit for each company that the organization has not paid for in the last 30 days, and unlocks them. With too few credits, the answer is 402 and nothing is charged. `url` is the CSV file of exactly these members: a download from there is free until `valid_until`. It differs from `GET …/export.csv`, which pays and sends the file in one response: this only pays, and a retry with the same Idempotency-Key returns the first answer.',
  charges: true,
  isBodyOptional: true,
  parameters: {
    tier: tier('Only members of this tier, which alone are charged.'),
    bom: z.boolean().optional().meta({
      description: 'Begin the file with a byte order mark, by which Excel recognizes UTF-8.',
      default: false,
      example: false,
    }),
  },
  headers: {
    'X-Credits-Charged': ({ exportList }) => String(exportList.credits_charged),
    'X-Credits-Remaining': ({ exportList }) => String(exportList.credits_remaining),
  },
  example: {
    url: '/v1/lists/3/export.csv?materialization=7',
    file_name: 'Software in Germany.csv',
    valid_until: AT,
    materialization_id: 7,
    credits_charged: 1,
    credits_remaining: 9999,
  },
  errors: ['definition_conflict', 'invalid_definition', 'members_too_large', 'quota_exceeded'],
});
