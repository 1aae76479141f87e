import { AT, EXAMPLES } from '../examples.ts';
import { wholeNumber } from '../parameters.ts';
import { route } from '../route.ts';

export default route('GetLedger', 'GET /account/ledger', {
  summary: 'Get the ledger of credits',
  description:
    'Every change of the balance, newest first. Charges have negative amounts. Admins see all entries; other users see the charges of their own keys, and an organization key sees its own. A charge takes one credit for each company: `amount` counts them, and `companies` shows the first of them. A charge of a session has a `user`, and no `api_key`.',
  parameters: {
    companies: wholeNumber(
      1,
      1000,
      100,
      'How many companies of each entry to show, by `company_id`. An enrichment has at most 100.',
    ),
  },
  sentAs: { '/first': '/limit' },
  example: {
    entries: [
      {
        entry_id: 9,
        kind: 'enrichment',
        amount: -1,
        balance_after: 9999,
        at: AT,
        request_id: '4f9c2d',
        api_key: { key_id: 7, prefix: 'cds_user_3kTq', label: 'nightly job' },
        user: EXAMPLES.CompanyList.owner,
        companies: [EXAMPLES.CompanyReference],
      },
    ],
    total: 1,
    limit: 100,
    offset: 0,
    next_cursor: null,
  },
});
