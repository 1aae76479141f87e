import { withPlainDots } from '../../lib/domain-name.ts';
import { include, includedParts } from '../include.ts';
import { route } from '../route.ts';

export default route('GetCompany', 'GET /companies/:identifier', {
  summary: 'Look up a company by domain or slug',
  description:
    'The core record of one company. Free of charge, with a key of either kind. Fields without data are left out. The slug of a company that was merged into another one redirects to that one.',
  parameters: {
    include,
  },
  variables: ({ identifier, include }) => ({
    identifier,
    ...includedParts(include),
  }),
  // A slug finds a company with another slug only if the company that had it was merged.
  movedTo: ({ company: { slug } }, { identifier }) =>
    withPlainDots(identifier).includes('.') || identifier.trim().toLowerCase() === slug ? undefined : slug,
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
