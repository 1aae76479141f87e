export const companiesText = {
  title: 'Companies',
  intro: 'Look up any company of the catalogue. Looking is free.',
  search: {
    label: 'Name or domain',
    placeholder: 'Part of a name or domain, such as “acme”',
    tooShort: 'Type at least two characters.',
    hint: 'Arrow keys move through the results, Enter opens one.',
    results: 'Companies found',
    total: (count: number, formatted: string) =>
      `${formatted} ${count === 1 ? 'company' : 'companies'} found`,
    shown: (formatted: string) => `the best ${formatted} shown`,
    nothing: (search: string) => `No company has “${search}” in its name or domains`,
    nothingHint:
      'Try a shorter part of the name, or the domain without “www.”. A domain that is not tracked yet can be added to a list: it becomes a member when the catalogue knows it.',
    start: 'Type a part of a name or domain',
    tryThese: 'For example:',
    partners: (count: number, formatted: string) => `${formatted} ${count === 1 ? 'partner' : 'partners'}`,
    technologies: (count: number, formatted: string) =>
      `${formatted} ${count === 1 ? 'technology' : 'technologies'}`,
  },
  catalogue: {
    label: 'The catalogue',
    companies: 'Companies',
    technologies: 'Technologies',
    partnerships: 'Partnerships',
    asOf: 'Newest observation',
    importedAt: 'Last import',
    empty: 'The catalogue is empty. The operator fills it with “company-data import”.',
  },
  company: {
    merged: (identifier: string) => `“${identifier}” was merged into this company.`,
    notFoundTitle: 'Company not found',
    notFound: (identifier: string) => `No company of the catalogue has the domain or slug “${identifier}”.`,
    notFoundSearch: 'Search for it by name or domain',
    notTracked:
      'A domain that is not tracked yet can be added to a list by hand. It becomes a member when the catalogue knows it.',
    toLists: 'Go to the lists',
    facts: 'Facts',
    country: 'Country',
    size: 'Employees',
    founded: 'Founded',
    industry: 'Industry',
    investors: 'Investors',
    domains: 'Domains',
    partners: 'Partners',
    technologies: 'Technologies',
    build: (label: string) => `${label}: find all companies like this in the list builder`,
    more: (formatted: string) => `Show ${formatted} more`,
    copyCurl: 'curl (REST)',
    copyGraphQL: 'GraphQL',
    copyJson: 'JSON',
  },
  technologies: {
    title: (formatted: string) => `Technologies (${formatted})`,
    caption: 'Technologies by category, with the time in which each was seen',
    none: 'No technology was detected at this company.',
    filter: 'Filter by name or category',
    nothing: 'No technology matches the filter.',
    uncategorized: 'Without a category',
    capped: (shown: string) => `The ${shown} with the most detections are shown.`,
    columns: {
      name: 'Technology',
      time: 'Seen',
      first: 'First seen',
      last: 'Last seen',
      count: 'Detections',
    },
  },
  partners: {
    title: (formatted: string) => `Partners (${formatted})`,
    caption: 'Partners, the latest observation first',
    none: 'The catalogue has no partners of this company.',
    graph: 'Graph of the partners with the latest observations',
    graphNote: (count: string) =>
      `The ${count} partners with the latest observations. Thicker lines have more observations. The table below has the same companies.`,
    columns: {
      name: 'Partner',
      industry: 'Industry',
      first: 'First observed',
      last: 'Last observed',
      count: 'Observations',
    },
    shown: (shown: string, total: string) => `${shown} of ${total} shown`,
    locked: (count: number, formatted: string) =>
      `${formatted} ${count === 1 ? 'partner is' : 'partners are'} locked`,
    lockedWhy:
      'Partners are paid data. Unlocking this company shows all of them to your whole organization for 30 days.',
    price: (price: number, formatted: string, balance: string, after: string) =>
      `Costs ${formatted} ${price === 1 ? 'credit' : 'credits'}. Your balance is ${balance}; ${after} are left after it.`,
    short: (price: string, balance: string) =>
      `Costs ${price}, and the balance is ${balance} credits. Ask your administrator to add credits.`,
    unlock: (count: number, formatted: string, price: string) =>
      `Unlock ${formatted} ${count === 1 ? 'partner' : 'partners'} for ${price}`,
    credits: (count: number, formatted: string) => `${formatted} ${count === 1 ? 'credit' : 'credits'}`,
    receipt: (charged: string, left: string) => `Unlocked. ${charged} charged, ${left} left.`,
    until: (day: string) => `Reading these partners is free until ${day}.`,
  },
  flag: {
    button: 'Report wrong data',
    title: (name: string) => `Report wrong data of ${name}`,
    label: 'What looks wrong? (optional)',
    placeholder: 'Such as: the company moved to France in 2024, and acme.fr is missing among its domains.',
    counter: (length: string, limit: string) => `${length} of ${limit} characters`,
    tooLong: (over: number, formatted: string) =>
      `Shorten the text by ${formatted} ${over === 1 ? 'character' : 'characters'}.`,
    next: 'The report goes to the data-quality review. It changes no data by itself, and everybody in your organization can read it.',
    submit: 'Send the report',
    sentTitle: 'Thank you',
    sent: (id: string) =>
      `Report ${id} waits for the data-quality review. Corrections appear with one of the next imports.`,
  },
} as const;
