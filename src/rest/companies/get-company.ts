import { route } from '../route.ts';
import { include, includedParts } from './include.ts';

export default route('GetCompany', 'GET /companies/:identifier', {
  summary: 'Look up a company by domain or slug',
  description:
    'The core record of one company. Free of charge, with a key of either kind. Fields without data are left out.',
  parameters: {
    include,
  },
  variables: ({ identifier, include }) => ({
    identifier,
    ...includedParts(include),
  }),
  example: {
    company_id: 17,
    name: 'Kupferwald Software',
    slug: 'kupferwald-software',
    primary_domain: 'kupferwald-software.example',
    partnership_count: 2,
    domains: ['kupferwald-software.example', 'kupferwald.example'],
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
