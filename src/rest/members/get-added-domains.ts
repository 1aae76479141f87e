import { GetAddedDomainsDocument } from '../../generated/operations.ts';
import { LIST_DOMAIN, page } from '../examples.ts';
import { LIST, PAGE } from '../parameters.ts';
import { route } from '../route.ts';

export const getAddedDomains = route('GET /lists/:list_id/domains', GetAddedDomainsDocument, {
  summary: 'Get the domains that were added by hand',
  description: 'Latest first.',
  params: LIST,
  query: PAGE,
  answer: ['list', 'domains'],
  example: page('domains', LIST_DOMAIN),
});
