export const domainsText = {
  readOnly: (owner: string) =>
    `You can read this list. To add or exclude domains you need access as editor; ask the owner, ${owner}.`,
  heading: 'Add or exclude domains',
  kind: 'What to do with the domains',
  kinds: { added: 'Add to the list', excluded: 'Exclude from the list' },
  paste: 'Domains',
  pasteHint:
    'Paste anything: lines, commas, a column or a CSV file, URLs, e-mail addresses. Nothing is sent before you press the button.',
  placeholder: 'acme.com\nhttps://www.example.org/about\njane@example.net',
  verdicts: 'Verdict for each line',
  results: 'Result for each line',
  columns: { line: 'Line', domain: 'Domain', verdict: 'Verdict' },
  verdict: {
    present: { added: 'Already there', excluded: 'Already excluded' },
    moves: {
      added: 'Excluded before: adding lifts the exclusion',
      excluded: 'Added before: excluding removes it from the added ones',
    },
    tracked: { added: 'Will be added', excluded: 'Will be excluded' },
    notTracked: {
      added: 'Not tracked yet: becomes a member when the catalogue knows it',
      excluded: 'Not tracked yet: stays out when the catalogue knows it',
    },
    open: 'Checking…',
    invalid: (reason: string) => `Not a domain: ${reason}`,
    done: { added: 'Added', excluded: 'Excluded' },
    doneNotTracked: {
      added: 'Added. Not tracked yet: becomes a member when the catalogue knows it',
      excluded: 'Excluded. Not tracked yet: stays out when the catalogue knows it',
    },
  },
  unchecked: 'The catalogue could not be asked. You can send the domains all the same.',
  action: {
    added: (count: string, one: boolean) => `Add ${count} ${one ? 'domain' : 'domains'}`,
    excluded: (count: string, one: boolean) => `Exclude ${count} ${one ? 'domain' : 'domains'}`,
  },
  progress: (done: string, total: string) => `${done} of ${total} lines sent`,
  finished: {
    added: (count: string) => `Added: ${count}.`,
    excluded: (count: string) => `Excluded: ${count}.`,
  },
  keep: 'Lines that were not sent are still in the field. Press the button to go on.',
  dismiss: 'Close the results',
  tables: { added: 'Added by hand', excluded: 'Excluded by hand' },
  none: {
    added: 'No domain was added by hand. Added companies are members whatever the filter says.',
    excluded: 'No domain is excluded. Excluded companies are never members, whatever the filter says.',
  },
  domainColumns: { domain: 'Domain', company: 'Company', by: 'By', when: 'When', actions: 'Actions' },
  notTracked: 'not tracked yet',
  remove: { added: 'Remove', excluded: 'Lift' },
  removed: {
    added: (domain: string) => `${domain} is no longer added by hand.`,
    excluded: (domain: string) => `${domain} is no longer excluded.`,
  },
  removeOf: {
    added: (domain: string) => `Remove ${domain}`,
    excluded: (domain: string) => `Lift the exclusion of ${domain}`,
  },
} as const;
