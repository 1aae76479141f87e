import { domainsUpTo } from '../parameters.ts';
import { route } from '../route.ts';

export default route('EstimateEnrichment', 'POST /enrich/partnerships/estimate', {
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
});
