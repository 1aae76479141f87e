import { z } from 'zod';
import { TEXT_LIMITS } from '../../lib/request-limits.ts';
import { route } from '../route.ts';

export default route('FlagCompany', 'POST /companies/:identifier/flags', {
  summary: 'Report data that looks wrong',
  description:
    'Queues the company for a data-quality review. Nothing about the company changes. The body is optional; a blank `description` counts as none.',
  parameters: {
    description: z
      .string()
      .optional()
      .meta({
        ...TEXT_LIMITS.flagText,
        description: `What looks wrong; at most ${TEXT_LIMITS.flagText.maxLength} characters after trimming.`,
        example: 'The industry is out of date.',
      }),
  },
  isBodyOptional: true,
  status: 201,
  example: { flag_id: 3, company_id: 17, status: 'queued' },
  errors: ['company_not_found'],
});
