import { z } from 'zod';
import { count, id, record, TIME } from './common.ts';

const Partnership = record({
  partner_name: z.string(),
  partner_domain: z.string(),
  partner_slug: z.string(),
  first_observed_at: TIME,
  last_observed_at: TIME,
  observation_count: count('How often the two were observed together, from either side.'),
  category: z.null().describe('Reserved; always null.'),
  description: z.null().describe('Reserved; always null.'),
}).meta({ id: 'Partnership', description: 'A partner, whichever side the relationship was observed from.' });

const EnrichmentResult = record({
  domain: z.string().max(253).describe('The domain, cleaned.'),
  status: z
    .enum(['found', 'no_partnerships', 'not_tracked'])
    .describe(
      '`no_partnerships`: the company is known, partners are not. `not_tracked`: no company is known.',
    ),
  company_name: z.string().nullable().describe('Null when not tracked.'),
  company_id: id('Null when not tracked.').nullable(),
  slug: z.string().nullable().describe('Null when not tracked.'),
  partnerships: z.array(Partnership).describe('Latest observation first; empty when there is none.'),
  partnership_count: count('How many partners.'),
}).meta({ id: 'EnrichmentResult', description: 'What is known of one domain of the batch.' });

export const Enrichment = record({
  results: z
    .array(EnrichmentResult)
    .max(100)
    .describe('One for each cleaned domain, in order of first appearance.'),
  total_domains_requested: count('The number of results.'),
  domains_found: count('Domains of a known company.'),
  domains_with_partnerships: count('Domains of a known company that has partners.'),
}).meta({ id: 'Enrichment', description: 'The answer to a batch of domains.' });
