/** Names of the facts of a company. */
export const companyFactsText = {
  table: (name: string) => `${name} in the catalogue`,
  country: 'Country',
  industry: 'Industry',
  size: 'Employees',
  founded: 'Founded in',
  domains: 'Domains',
  investors: 'Investors',
  partners: 'Partners',
  technologies: 'Technologies',
  more: (count: string) => `and ${count} more`,
};
