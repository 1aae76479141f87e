export const pagerText = {
  pagesOf: (label: string) => `Pages: ${label}`,
  range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  page: (page: string) => `Page ${page}`,
  controls: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
} as const;
