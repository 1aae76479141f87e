/** Types of events, in the order in which the documentation shows them. */
export const TYPES = [
  'list.members_changed',
  'list.definition_changed',
  'list.shared',
  'list.unshared',
  'list.transferred',
  'list.deleted',
  'catalogue.imported',
  'flag.resolved',
  'credits.low',
  'webhook.disabled',
] as const;
