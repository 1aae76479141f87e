import { z } from 'zod';
import { count, id, record, TIME } from './common.ts';

const Technology = record({
  tech_key: z.string().describe('What conditions on `technology` name it by.'),
  display_name: z.string(),
  detection_count: count('How often it was detected.'),
  first_seen: TIME,
  last_seen: TIME,
}).meta({ id: 'Technology', description: 'A technology detected at a company.' });

const Firmographics = record({
  industry: z.string().optional(),
  employee_range: z
    .enum(['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'])
    .optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .describe('ISO 3166-1 alpha-2.'),
  founded_year: z.int().optional(),
  technology_count: count('Distinct technologies.'),
  investor_count: count('Investors.'),
  domain_count: count('Domains.'),
}).meta({
  id: 'Firmographics',
  description: 'What is known of a company as a business. Fields without data are left out.',
});

export const Company = record({
  name: z.string(),
  slug: z.string().describe('Never changes, holds no dot; usable as an identifier.'),
  primary_domain: z.string(),
  partnership_count: count('Distinct partners.'),
  domains: z.array(z.string()).min(1).optional().describe('Every domain, the primary one first.'),
  investors: z.array(z.string()).min(1).optional(),
  technologies: z
    .array(Technology)
    .min(1)
    .optional()
    .describe('With `include=technologies`: most detections first.'),
  firmographics: Firmographics.optional().describe('With `include=firmographics`.'),
}).meta({ id: 'Company', description: 'A tracked company. Fields without data are left out, never null.' });

export const CompanyReference = record({
  company_id: id('The id of the company.'),
  name: z.string(),
  slug: z.string(),
  primary_domain: z.string(),
  partnership_count: count('Distinct partners.'),
}).meta({ id: 'CompanyReference', description: 'A company in short.' });

export const CompanyMatches = record({
  companies: z.array(CompanyReference).max(1000).describe('Best match first.'),
});

export const DataFlag = record({
  flag_id: id('The id of the flag.'),
  company_id: id('The company that is to be reviewed.'),
  status: z.enum(['queued']),
}).meta({ id: 'DataFlag', description: 'A report of data that looks wrong, in the queue for a review.' });
