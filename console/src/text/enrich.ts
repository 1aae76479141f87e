const domains = (count: number, formatted: string) => `${formatted} ${count === 1 ? 'domain' : 'domains'}`;
const credits = (count: number, formatted: string) => `${formatted} ${count === 1 ? 'credit' : 'credits'}`;

export const enrichText = {
  title: 'Enrich',
  intro: 'Paste domains and get the partners of their companies. You see the price first.',
  domains,
  credits,
  input: {
    label: 'Domains',
    hint: 'One a line, or separated by commas. Web and e-mail addresses are cut to their domain.',
    placeholder: 'acme.com\nexample.org',
    chooseFile: 'Choose a file',
    dropHint: 'or drop a TXT or CSV file here',
    dropNow: 'Drop the file to read its domains',
    file: (name: string) => `Domains from the file ${name}`,
    removeFile: 'Remove the file',
    unreadable: 'This file cannot be read. Choose a text or CSV file.',
    column: 'Column with the domains',
    ready: (count: number, formatted: string) => `${domains(count, formatted)} to look up`,
    duplicates: (count: number, formatted: string) =>
      `${formatted} ${count === 1 ? 'entry repeats' : 'entries repeat'} another and ${count === 1 ? 'counts' : 'count'} once.`,
    addresses: (count: number, formatted: string) =>
      `${formatted} web or e-mail ${count === 1 ? 'address was' : 'addresses were'} cut to the domain.`,
    dropped: (count: number, formatted: string) =>
      `${formatted} ${count === 1 ? 'entry is' : 'entries are'} left out`,
    droppedMore: (formatted: string) => `and ${formatted} more`,
    nothing: 'None of the entries is a domain. A domain has a dot, as in “acme.com”.',
    example: 'Load three domains of the catalogue',
  },
  estimate: {
    title: 'Price',
    ask: (formatted: string) => `Estimate the price of ${formatted} domains`,
    running: (done: string, total: string) => `Estimating: ${done} of ${total} domains`,
    unlocked: (count: number, formatted: string, of: string) =>
      count === 0 ? `None of ${of} already unlocked` : `${formatted} of ${of} already unlocked`,
    price: (count: number, formatted: string) => `costs at most ${credits(count, formatted)}`,
    priceExact: (count: number, formatted: string) => `costs ${credits(count, formatted)}`,
    free: 'costs nothing',
    found: (found: string, withPartners: string) =>
      `Belong to a company of the catalogue: ${found}, with partners: ${withPartners}.`,
    untracked: (count: number, formatted: string) =>
      `${domains(count, formatted)} ${count === 1 ? 'belongs' : 'belong'} to no company of the catalogue, as those of mail providers usually do: no partners, no cost.`,
    nothing: 'There is nothing to enrich: none of these domains belongs to a company of the catalogue.',
    balance: (balance: string, after: string) =>
      `Your balance is ${balance} credits; ${after} are left after it.`,
    once: 'Domains of one company are charged once, also when they are in different batches. So the charge can be lower.',
    rule: 'One credit unlocks a company for 30 days.',
    short: (missing: string) =>
      `${missing} credits are missing. The job stops before the first batch that the balance does not cover. Ask your administrator for credits, or enrich fewer domains.`,
    start: (formatted: string) => `Enrich ${formatted}`,
    startFor: (count: string, price: string) => `Enrich ${count} for ${price}`,
    startForAtMost: (count: string, price: string) => `Enrich ${count} for at most ${price}`,
    storageFull: 'This browser has no room to keep the job. Delete finished jobs, or enrich fewer domains.',
  },
  pause: {
    unreachable: 'The service cannot be reached. The job goes on by itself when it is back.',
    rate_limited: (seconds: string) => `The rate limit is used up. The job goes on in ${seconds} s.`,
    busy: (seconds: string) => `The service is busy. The job goes on in ${seconds} s.`,
  },
  jobs: {
    title: 'Jobs in this browser',
    caption: 'Enrichment jobs',
    empty:
      'Jobs that you start are kept in this browser until you delete them. Nobody else who signs in here sees them.',
    name: 'Job',
    created: 'Started',
    state: 'State',
    progress: 'Domains',
    charged: 'Credits',
    actions: 'Actions',
    of: (done: string, total: string) => `${done} of ${total}`,
  },
  job: {
    back: 'All jobs',
    missing:
      'This job is not in this browser. It was deleted, or made in another browser or by another user.',
    name: (first: string, others: string | undefined) =>
      others === undefined ? first : `${first} and ${others} more`,
    states: {
      ready: 'Not started',
      running: 'Running',
      elsewhere: 'Running in another tab',
      interrupted: 'Interrupted',
      cancelled: 'Cancelled',
      out_of_credits: 'Out of credits',
      stopped: 'Stopped',
      done: 'Done',
      failures: 'Done, with failures',
    },
    explain: {
      ready: 'Nothing was sent yet.',
      running: 'You can leave this page; keep the tab open.',
      elsewhere: 'Another tab of this browser runs this job. It shows here as it goes on.',
      interrupted:
        'The tab was closed or reloaded. Resume the job: domains that were paid for are not charged again.',
      cancelled: 'You cancelled the job. The results so far are below; resume it to enrich the others.',
      out_of_credits: 'The results so far are below. Resume the job when the organization has credits.',
      stopped: 'The results so far are below. Resume the job to go on.',
      done: 'All domains are enriched.',
      failures: 'Some domains could not be enriched. You can try them again.',
    },
    noCredits: (message: string) =>
      `${message} Nothing was charged for this batch. Ask your administrator to add credits, then resume the job.`,
    progress: 'Progress of the job',
    progressText: (done: string, total: string) => `${done} of ${total} domains`,
    cancel: 'Cancel',
    cancelling: 'Ends after the running batch…',
    start: 'Start',
    resume: 'Resume',
    retry: (count: number, formatted: string) => `Try ${domains(count, formatted)} again`,
    failed: (count: number, formatted: string) => `${domains(count, formatted)} failed`,
    remove: 'Delete',
    removeNamed: (name: string) => `Delete the job ${name}`,
    resumeNamed: (name: string) => `Resume the job ${name}`,
    removeTitle: 'Delete this job?',
    removeBody:
      'Its domains and results are removed from this browser. Credits are not given back; the companies stay unlocked for the rest of their 30 days.',
    receipt: 'Receipt',
    receiptTerms: {
      charged: 'Credits charged',
      remaining: 'Credits left after it',
      byCharge: { CHARGED: 'Domains charged now', IN_WINDOW: 'Paid for before', FREE: 'Free' },
    },
    verdict: 'Verdict',
    download: 'Download',
    downloads: {
      partnersCsv: 'CSV, a row for each partner',
      domainsCsv: 'CSV, a row for each domain',
      partnersJson: 'JSON, a row for each partner',
    },
  },
  results: {
    title: 'Results',
    label: 'Results by domain',
    filter: 'Filter by domain or company',
    nothing: 'No result matches the filter.',
    none: 'There are no results yet.',
    columns: {
      domain: 'Domain',
      company: 'Company',
      status: 'Status',
      charge: 'Charge',
      partners: 'Partners',
    },
    statuses: { FOUND: 'Has partners', NO_PARTNERSHIPS: 'No partners', NOT_TRACKED: 'Not tracked' },
    charges: { CHARGED: 'Charged', IN_WINDOW: 'Paid for before', FREE: 'Free' },
    until: (day: string) => `free until ${day}`,
    open: (domain: string) => `Show the partners of ${domain}`,
    page: 'Open the company’s page',
    partnersOf: (name: string) => `Partners of ${name}`,
    noPartners: 'The catalogue has no partners of this company.',
    notTracked:
      'The catalogue does not know this domain yet. You can add it to a list: it becomes a member when the catalogue knows it.',
    partnerColumns: {
      name: 'Partner',
      first: 'First observed',
      last: 'Last observed',
      count: 'Observations',
    },
  },
} as const;
