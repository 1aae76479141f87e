import { TEXT } from '../parameters.ts';
import { route } from '../route.ts';

const PARTS = ['technologies', 'firmographics'];

export default route('GetCompany', 'GET /companies/:identifier', {
  summary: 'Look up a company by domain or slug',
  description:
    'The core record of one company. Free of charge, with a key of either kind. Fields without data are left out.',
  parameters: {
    include: TEXT.optional()
      .transform((text = '', context) => {
        const given = text === '' ? [] : text.split(',').map((part) => part.trim());
        const unknown = given.filter((part) => !PARTS.includes(part));
        if (unknown.length > 0)
          context.addIssue(`"${unknown.join(', ')}" is not known here; use ${PARTS.join(', ')}`);
        return given;
      })
      .meta({
        type: 'array',
        items: { type: 'string', enum: PARTS },
        default: [],
        description: 'What to add to the core record, separated by commas.',
        example: ['firmographics'],
      }),
  },
  variables: ({ identifier, include }) => ({
    identifier,
    technologies: include.includes('technologies'),
    firmographics: include.includes('firmographics'),
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
