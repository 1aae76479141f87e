import { UnexcludeDomainDocument } from '../../generated/operations.ts';
import { LIST_DOMAIN } from '../parameters.ts';
import { route } from '../route.ts';

export const unexcludeDomain = route(
  'DELETE /lists/:list_id/excluded-domains/:domain',
  UnexcludeDomainDocument,
  {
    summary: 'Lift the exclusion of a domain',
    description: 'Needs editor access.',
    params: LIST_DOMAIN,
    errors: ['insufficient_access', 'domain_not_found'],
  },
);
