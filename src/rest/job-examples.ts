/** A job whose rows are matched. */
const JOB = {
  job_id: 7,
  kind: 'match',
  name: 'accounts.csv',
  status: 'awaiting_approval',
  columns: [
    { index: 0, name: 'Account', samples: ['Kupferwald Software GmbH'], field: 'name', confidence: 0.9 },
    { index: 1, name: 'Phone', samples: ['+49 30 1234'], confidence: 0 },
  ],
  counts: { rows: 2, matched: 1, unmatched: 1, invalid: 0, duplicates: 0 },
  estimate: { credits_required: 0, credits_held: 0, credit_balance: 10_000, sufficient: true },
  progress: { done: 2, of: 2 },
  credits_charged: 0,
  min_confidence: 0.9,
  leave_out: [],
  shared: false,
  created_by: { user_id: 1, name: 'Ada' },
  created_at: '2026-03-01T12:00:00.000Z',
};

/** Examples of jobs, by the names of their types. */
export const JOB_EXAMPLES = {
  Job: JOB,
  JobRow: {
    row: 1,
    input: { Account: 'Kupferwald Software GmbH', Phone: '+49 30 1234' },
    verdict: 'matched',
    duplicate: false,
    company: {
      company_id: 17,
      name: 'Kupferwald Software',
      slug: 'kupferwald-software',
      primary_domain: 'kupferwald-software.example',
      partnership_count: 2,
    },
    confidence: 0.95,
    matched_by: 'exact_name',
    alternatives: [],
  },
  JobResult: {
    'text/csv': `Account,Phone,cd_company_id,cd_name,cd_domain,cd_confidence,cd_matched_by,cd_status,cd_duplicate,cd_fault
Kupferwald Software GmbH,+49 30 1234,17,Kupferwald Software,kupferwald-software.example,0.95,exact_name,matched,false,
`,
    'application/x-ndjson': `{"row":1,"input":{"Account":"Kupferwald Software GmbH","Phone":"+49 30 1234"},"cd_company_id":17,"cd_name":"Kupferwald Software","cd_domain":"kupferwald-software.example","cd_confidence":0.95,"cd_matched_by":"exact_name","cd_status":"matched","cd_duplicate":false,"cd_fault":null}
`,
  },
};
