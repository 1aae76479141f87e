import { AT } from './examples.ts';
import { domainsUpTo, includeOf, maxCredits } from './parameters.ts';
import { route } from './route.ts';

export const enrichment = [
  route('EnrichPartnerships', 'POST /enrich/partnerships', {
    summary: 'Look up the partners of up to 100 domains',
    description:
      'Domains are cleaned: trimmed, in lower case, without one leading `www.`. Domains without a dot or over 253 characters are dropped, and so are duplicates. A domain in Unicode and in A-labels gives two results of one company. Costs one credit for each distinct known company that the organization has not paid for in the last 30 days. It is charged once, however many domains or parallel requests name the company. With too few credits, the answer is 402, and nothing is charged or returned.',
    charges: true,
    parameters: {
      domains: domainsUpTo(100, ['kupferwald-software.example', 'www.nobody.example']),
      max_credits: maxCredits,
      include: includeOf(
        ['inputs', 'charge'],
        'What to add, separated by commas. `inputs`: what was sent for each result and, for a URL or an e-mail address, the tracked domain of its host; and what was dropped. `charge`: whether each result cost a credit, and how long its company stays free.',
        ['inputs'],
      ),
    },
    inQuery: ['include'],
    variables: ({ domains, max_credits, include }) => ({
      domains,
      max_credits,
      inputs: include.includes('inputs'),
      charge: include.includes('charge'),
    }),
    headers: {
      'X-Credits-Charged': ({ enrichPartnerships }) => String(enrichPartnerships.creditsCharged),
      'X-Credits-Remaining': ({ enrichPartnerships }) => String(enrichPartnerships.creditsRemaining),
    },
    example: {
      results: [
        {
          domain: 'kupferwald-software.example',
          status: 'found',
          company_name: 'Kupferwald Software',
          company_id: 17,
          slug: 'kupferwald-software',
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
    errors: ['batch_too_large', 'max_credits_exceeded'],
  }),

  route('EstimateEnrichment', 'POST /enrich/partnerships/estimate', {
    summary: 'Estimate what an enrichment would cost',
    description:
      'The credits that an enrichment of these domains would charge at this moment, the balance, and whether it suffices. Free. Domains are cleaned as in an enrichment.',
    parameters: { domains: domainsUpTo(100, ['kupferwald-software.example', 'www.nobody.example']) },
    example: {
      credits_required: 1,
      credit_balance: 9999,
      sufficient: true,
      total_domains_requested: 2,
      domains_found: 1,
      domains_with_partnerships: 1,
    },
    errors: ['batch_too_large'],
  }),
];
