import { z } from 'zod';
import { withPlainDots } from '../lib/domain-name.ts';
import { TEXT_LIMITS } from '../lib/request-limits.ts';
import { AT } from './examples.ts';
import { include, includedParts, oneOrder, orderBy, PATH_TEXT, sortBy, TEXT } from './parameters.ts';
import { route } from './route.ts';

const TECHNOLOGY_FIELDS = ['companies', 'adopted_90', 'dropped_90', 'net_90', 'net_180', 'net_365'] as const;

export const companies = [
  route('GetCompany', 'GET /companies/:identifier', {
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
  }),

  route('SearchCompanies', 'GET /companies', {
    summary: 'Find companies by name or domain',
    description:
      'Companies whose name or domain contains a text, best match first. Free, with a key of either kind.',
  }),

  route('SearchListCompanies', 'GET /lists/company-search', {
    summary: 'Search companies by name or domain',
    needsUser: true,
    description: 'As `GET /v1/companies?q=`, with a personal key.',
  }),

  route('GetCompanyLists', 'GET /companies/:identifier/lists', {
    summary: 'Get the lists that have a company',
    needsUser: true,
    description:
      'Lists that the caller can see and that contain the company, most recently updated first, according to their last computed members. Lists whose members were never computed are skipped. Looks at the 200 most recently updated lists, up to 4 MiB of members; `complete` says whether these were all. Costs no credits.',
    example: {
      complete: true,
      lists: [{ list_id: 1, name: 'Software in Germany', tier: 'high', materialized_at: AT }],
    },
    errors: ['company_not_found'],
  }),

  route('FlagCompany', 'POST /companies/:identifier/flags', {
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
    headers: { Location: ({ flagCompany }) => `/v1/flags/${flagCompany.flag.flag_id}` },
    example: { flag_id: 3, company_id: 17, status: 'queued' },
    errors: ['company_not_found'],
  }),

  route('GetTechnologies', 'GET /technologies', {
    summary: 'Find technologies, and technologies that companies adopt or drop',
    description:
      'The technologies of the catalogue, by default those with the most companies first. Equal ones are ordered by name. Free of charge, with a key of either kind.',
    parameters: {
      search: TEXT.optional().meta({
        description: 'Only technologies whose key or name contains this, in any case.',
        example: 'kube',
      }),
      sort: sortBy(TECHNOLOGY_FIELDS, {
        usual: '-companies',
        example: '-adopted_90',
        description:
          'Number to sort by: companies with the technology, companies that adopted or dropped it within 90 days, or the `net` of a period. `-` in front is descending.',
      }),
      order_by: orderBy(TECHNOLOGY_FIELDS, 'the largest number comes first'),
    },
    variables: ({ sort, order_by, ...rest }) => ({ ...rest, sort: oneOrder(sort, order_by) }),
  }),

  route('GetTechnology', 'GET /technologies/:tech_key', {
    summary: 'Look up a technology by its key',
    description: 'The entry of the catalogue. Free of charge, with a key of either kind.',
    parameters: {
      tech_key: PATH_TEXT.meta({
        description: 'The key of a technology, as the filter field `technology` takes it.',
        example: 'kubernetes',
      }),
    },
    errors: ['technology_not_found'],
  }),

  route('GetCatalogue', 'GET /catalogue', {
    summary: 'Get size and freshness of the catalogue',
    description:
      'Exact counts, the newest observation, and the times of the last change and the last import. Free of charge, with a key of either kind.',
    example: {
      company_count: 20_000,
      technology_count: 695,
      detection_count: 384_536,
      partnership_count: 42_933,
      as_of: '2026-02-28T00:00:00.000Z',
      updated_at: AT,
      imported_at: AT,
    },
  }),
];
