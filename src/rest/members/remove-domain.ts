import { RemoveDomainDocument } from '../../generated/operations.ts';
import { LIST_DOMAIN } from '../parameters.ts';
import { route } from '../route.ts';

export const removeDomain = route('DELETE /lists/:list_id/domains/:domain', RemoveDomainDocument, {
  summary: 'Remove a domain that was added by hand',
  description: 'Needs editor access.',
  params: LIST_DOMAIN,
  errors: ['insufficient_access', 'domain_not_found'],
});
