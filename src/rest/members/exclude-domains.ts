import { ExcludeDomainsDocument } from '../../generated/operations.ts';
import { DOMAINS_CHANGED, DOMAINS as SENT } from '../examples.ts';
import { DOMAINS, LIST } from '../parameters.ts';
import { route } from '../route.ts';

export const excludeDomains = route('POST /lists/:list_id/excluded-domains', ExcludeDomainsDocument, {
  summary: 'Exclude domains from a list',
  description:
    'An exclusion takes precedence: neither the definition nor an earlier addition makes the company a member. Needs editor access.',
  params: LIST,
  body: DOMAINS,
  requestExample: SENT,
  answer: ['excludeDomains'],
  example: DOMAINS_CHANGED,
  errors: ['insufficient_access'],
});
