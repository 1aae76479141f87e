import { z } from 'zod';
import { FlagCompanyDocument } from '../../generated/operations.ts';
import { IDENTIFIER, NOTHING } from '../parameters.ts';
import { route } from '../route.ts';

const DESCRIPTION = z.string().describe('What looks wrong; at most 2000 characters after trimming.');

export const flagCompany = route('POST /companies/:identifier/flags', FlagCompanyDocument, {
  summary: 'Report data that looks wrong',
  description:
    'Queues the company for a data-quality review. Nothing about the company changes. The body is optional; a blank `description` counts as none.',
  params: IDENTIFIER,
  body: NOTHING.extend({ description: DESCRIPTION.optional() }).default({}),
  requestExample: { description: 'The industry is out of date.' },
  statuses: [201],
  answer: ['flagCompany', 'flag'],
  example: { flag_id: 3, company_id: 17, status: 'queued' },
  errors: ['company_not_found'],
});
