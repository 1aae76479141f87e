import { includeList } from '../parameters.ts';
import { route } from '../route.ts';

export const getCompany = route('GetCompany', 'GET /companies/:identifier', {
  summary: 'Look up a company by domain or slug',
  description:
    'The core record of one company. Free of charge, with a key of either kind. Fields without data are left out.',
  parameters: {
    include: includeList(['technologies', 'firmographics']).meta({
      description: 'What to add to the core record, separated by commas.',
      example: ['firmographics'],
    }),
  },
  variables: ({ identifier, include }) => ({
    identifier,
    technologies: include.has('technologies'),
    firmographics: include.has('firmographics'),
  }),
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
  errors: ['company_not_found'],
});
