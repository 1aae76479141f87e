import { AT } from '../examples.ts';
import { route } from '../route.ts';

export default route('GetCompanyLists', 'GET /companies/:identifier/lists', {
  summary: 'Get the lists that have a company',
  needsUser: true,
  description:
    'Lists that the caller can see and that have the company as a member, the most recently updated first. What counts is the last computation of the members, so that lists whose members were never computed are not among them. The 200 lists that were updated last are looked at, as far as their members take at most 4 MiB; `complete` says whether these were all. Free of credits.',
  example: {
    complete: true,
    lists: [{ list_id: 1, name: 'Software in Germany', tier: 'high', materialized_at: AT }],
  },
  errors: ['company_not_found'],
});
