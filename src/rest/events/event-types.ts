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

type NameOf<Type> = Type extends `${infer Topic}.${infer What}`
  ? `${Uppercase<Topic>}_${Uppercase<What>}`
  : never;

/** Returns the name of a type in GraphQL, which has no dots in names. */
export function nameOf<Type extends string>(type: Type): NameOf<Type> {
  return type.toUpperCase().replace('.', '_') as NameOf<Type>;
}
