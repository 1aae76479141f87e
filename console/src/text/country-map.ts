/** Texts of the map of countries. */
export const countryMapText = {
  name: (list: string) => `${list}, as a map; arrow keys lead from one to the next`,
  least: (share: string) => `under ${share}`,
  most: (share: string) => `${share} and more`,
  others: 'Not on the map:',
} as const;
