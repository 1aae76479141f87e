import { Company, CompanyMatches, DataFlag } from '../schemas/companies.ts';
import { Enrichment } from '../schemas/enrichment.ts';
import { AT, COMPANY } from './examples.ts';
import { PERSONAL, type RouteDocs } from './route-docs.ts';

const IDENTIFIER = {
  description:
    'A domain or a slug. With a dot it is a domain, cleaned as in an enrichment (white space and one leading `www.` removed, lower case); without, a slug.',
  example: 'kewoqoqa.example',
};

export const companyDocs = {
  getCompany: {
    tag: 'Companies',
    summary: 'Look up a company by domain or slug',
    description:
      'The core record of one company. Free of charge, with a key of either kind. Fields without data are left out.',
    parameters: {
      identifier: IDENTIFIER,
      include: {
        description: 'What to add to the core record, separated by commas.',
        example: ['firmographics'],
      },
    },
    answers: {
      200: {
        description: 'The company.',
        schema: Company,
        example: {
          name: 'Lebelanu Works',
          slug: 'lebelanu-works',
          primary_domain: 'kewoqoqa.example',
          partnership_count: 2,
          domains: ['kewoqoqa.example', 'lebelanu.example'],
          investors: ['Alpha Fund'],
          firmographics: {
            industry: 'Software',
            employee_range: '11-50',
            country: 'DE',
            founded_year: 1999,
            technology_count: 12,
            investor_count: 1,
            domain_count: 2,
          },
        },
      },
    },
    errors: ['company_not_found'],
  },
  flagCompany: {
    tag: 'Companies',
    summary: 'Report data that looks wrong',
    description:
      'Queues the company for a data-quality review; changes nothing about the company. The body is optional; a `description` has up to 2000 characters after trimming, and a blank one counts as none.',
    parameters: {
      identifier: IDENTIFIER,
      description: { description: 'What looks wrong; at most 2000 characters after trimming.' },
    },
    requestExample: { description: 'The industry is out of date.' },
    answers: {
      201: {
        description: 'The flag is queued.',
        schema: DataFlag,
        example: { flag_id: 3, company_id: 17, status: 'queued' },
      },
    },
    errors: ['company_not_found'],
  },
  enrichPartnerships: {
    tag: 'Enrichment',
    summary: 'Look up the partners of up to 100 domains',
    description:
      'Domains are cleaned (trimmed, lower case, one leading `www.` removed); those without a dot or over 253 characters are dropped, duplicates removed. Costs one credit for each distinct known company that the organization has not paid for in the last 30 days, charged once however many domains or parallel requests name it. Too few credits: 402, and nothing is charged or returned.',
    parameters: { domains: { description: '1 to 100 domains.', bounds: { minItems: 1, maxItems: 100 } } },
    requestExample: { domains: ['kewoqoqa.example', 'www.nobody.example'] },
    answers: {
      200: {
        description: 'A result for each domain, in the order of first appearance.',
        schema: Enrichment,
        headers: ['X-Credits-Charged', 'X-Credits-Remaining'],
        example: {
          results: [
            {
              domain: 'kewoqoqa.example',
              status: 'found',
              company_name: 'Lebelanu Works',
              company_id: 17,
              slug: 'lebelanu-works',
              partnerships: [
                {
                  partner_name: 'Beta Labs',
                  partner_domain: 'beta.example',
                  partner_slug: 'beta-labs',
                  first_observed_at: '2024-02-03T00:00:00.000Z',
                  last_observed_at: AT,
                  observation_count: 4,
                  category: null,
                  description: null,
                },
              ],
              partnership_count: 1,
            },
            {
              domain: 'nobody.example',
              status: 'not_tracked',
              company_name: null,
              company_id: null,
              slug: null,
              partnerships: [],
              partnership_count: 0,
            },
          ],
          total_domains_requested: 2,
          domains_found: 1,
          domains_with_partnerships: 1,
        },
      },
    },
    errors: ['batch_too_large', 'insufficient_credits'],
  },
  searchCompanies: {
    tag: 'Companies',
    summary: 'Search companies by name or domain',
    description: 'Companies whose name or domain matches, best first. Needs a personal key.',
    parameters: { q: { description: 'Part of a name or domain.', example: 'lebe' } },
    answers: {
      200: { description: 'What was found.', schema: CompanyMatches, example: { companies: [COMPANY] } },
    },
    errors: PERSONAL,
  },
} as const satisfies Record<string, RouteDocs>;
