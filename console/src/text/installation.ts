const many = (count: string, one: string, more: string): string =>
  count === '1' ? `1 ${one}` : `${count} ${more}`;

/** Texts of the pages for operators of the installation. */
export const installationText = {
  sections: 'Installation',
  pages: { reports: 'Review', organizations: 'Organizations', imports: 'Imports', checks: 'Checks' },
  reports: {
    intro: 'Reports of wrong data from all organizations, the oldest first.',
    status: 'Show',
    statuses: { QUEUED: 'Open', RESOLVED: 'Resolved' },
    list: 'Reports',
    empty: { QUEUED: 'No open reports', RESOLVED: 'No resolved reports' },
    resolve: 'Resolve',
    resolveOf: (id: string) => `Resolve report ${id}`,
    resolving: {
      title: (id: string) => `Resolve report ${id}`,
      reported: 'Reported',
      gone: 'The company has left the catalogue.',
      result: 'Result',
      note: 'Note for the reporter (optional)',
      notePlaceholder: 'Such as: the next import has the new year.',
      once: 'The reporter sees both. A report is resolved once.',
      action: 'Resolve',
      done: (id: string) => `Report ${id} is resolved.`,
    },
    before: {
      title: 'A colleague was faster',
      as: (resolution: string) =>
        `The report was resolved before: ${resolution}. Your result was not stored.`,
      unnamed: 'The report was resolved before. Your result was not stored.',
    },
  },
  organizations: {
    intro: 'You see how much each organization has, and nothing of its data.',
    table: 'Organizations',
    columns: {
      name: 'Name',
      credits: 'Credits',
      users: 'Users',
      keys: 'Keys',
      lists: 'Lists',
      since: 'Since',
      actions: 'Actions',
    },
    grant: 'Grant credits',
    grantOf: (name: string) => `Grant credits to ${name}`,
    granting: {
      title: (name: string) => `Grant credits to ${name}`,
      amount: 'Credits',
      amountHint: (most: string) => `1 to ${most}. They cannot be taken back.`,
      invalid: (most: string) => `Enter a whole number from 1 to ${most}.`,
      action: 'Grant',
      done: (amount: string, name: string, balance: string) =>
        `${many(amount, 'credit is', 'credits are')} granted to ${name}. The balance is ${balance}.`,
    },
  },
  imports: {
    intro: 'Imports of the catalogue, the newest first. They are started on the command line.',
    size: (count: string) => `The catalogue has ${many(count, 'company', 'companies')}.`,
    asOf: (day: string) => `The newest observation is of ${day}.`,
    imported: 'The last import ended',
    list: 'Imports',
    name: (id: string) => `Import ${id}`,
    empty: 'No imports yet',
    statuses: {
      RUNNING: 'Running',
      FINISHED: 'Finished',
      REFUSED: 'Refused',
      FAILED: 'Failed',
      INTERRUPTED: 'Interrupted',
    },
    began: 'Began',
    took: (seconds: string) => many(seconds, 'second', 'seconds'),
    progress: (file: string, files: string, phase: string, rows: string) =>
      `File ${file} of ${files}: ${phase}, ${many(rows, 'row', 'rows')} read.`,
    phases: { READING: 'reading', MERGING: 'merging', INDEXING: 'updating the index' },
    kinds: {
      COMPANIES: 'Companies',
      COMPANY_TECHNOLOGIES: 'Detections',
      PARTNERSHIPS: 'Partnerships',
      TECHNOLOGIES: 'Technologies',
    },
    table: (id: string) => `Files of import ${id}`,
    columns: {
      kind: 'Rows of',
      path: 'File',
      rows: 'Read',
      accepted: 'Accepted',
      rejected: 'Rejected',
      warnings: 'Warnings',
      retired: 'Left',
    },
    noFiles: 'No file was read completely.',
  },
  checks: {
    intro:
      'The server that answers checks its settings, its database, its disk and the servers that it needs.',
    open: (open: string, all: string) =>
      open === '0' ? `All ${all} checks are fine.` : `${open} of ${all} checks need you.`,
    again: 'Check again',
    list: 'Checks',
    states: { OK: 'Fine', WARNING: 'Warning', FAILURE: 'Failure' },
    toDo: 'To do:',
  },
} as const;
