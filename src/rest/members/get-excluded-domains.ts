import { GetExcludedDomainsDocument } from '../../generated/operations.ts';
import { LIST_DOMAIN, page } from '../examples.ts';
import { LIST, PAGE } from '../parameters.ts';
import { route } from '../route.ts';

export const getExcludedDomains = route('GET /lists/:list_id/excluded-domains', GetExcludedDomainsDocument, {
  summary: 'Get the domains that are excluded from a list',
  description: 'Latest first.',
  params: LIST,
  query: PAGE,
  answer: ['list', 'domains'],
  example: page('domains', LIST_DOMAIN),
});
