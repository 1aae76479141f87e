import { AddDomainsDocument } from '../../generated/operations.ts';
import { DOMAINS_CHANGED, DOMAINS as SENT } from '../examples.ts';
import { DOMAINS, LIST } from '../parameters.ts';
import { route } from '../route.ts';

export const addDomains = route('POST /lists/:list_id/domains', AddDomainsDocument, {
  summary: 'Add domains to a list',
  description:
    'A domain that is not tracked stays on the list, and becomes a member once the catalogue has its company. Adding a domain lifts its exclusion: the latest action on a domain wins. Needs editor access.',
  params: LIST,
  body: DOMAINS,
  requestExample: SENT,
  answer: ['addDomains'],
  example: DOMAINS_CHANGED,
  errors: ['insufficient_access'],
});
