/**
 * Types of your own fields, by their keys. Declare them once for your program:
 *
 *     declare module 'company-data-client' {
 *       interface OwnFields { 'custom.revenue': number }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: programs add to it.
export interface OwnFields {}

/** Keys of the fields that every catalogue has. */
export type BuiltInKey =
  | 'technology'
  | 'technology_category'
  | 'partner'
  | 'investor'
  | 'industry'
  | 'country'
  | 'employee_range'
  | 'founded_year'
  | 'partnership_count'
  | 'technology_count'
  | 'name'
  | 'domain'
  | 'list';

type BuiltInSort = 'tier' | 'name' | 'partnership_count' | 'technology_count' | 'founded_year';

/** Key of an own field, of the catalogue or of the organization. */
type OwnKey = `custom.${string}` | `org.${string}`;

/** Key of a field. Editors suggest the known ones; later versions have others. */
export type FieldKey = BuiltInKey | keyof OwnFields | OwnKey | (string & {});

/** Order of members: the key of a field, with `-` in front for descending order. */
export type MemberSort = Sort<BuiltInSort | (keyof OwnFields & string)> | Sort<OwnKey> | (string & {});

type Sort<Key extends string> = Key | `-${Key}`;

/** A value of an own field, by its type. Dates are days such as `2026-01-31`. */
export type FieldValue = number | string | boolean | string[];

/** Values of a company by the keys of own fields. A field without a value is left out. */
export type FieldValues = { [Key in keyof OwnFields]?: OwnFields[Key] } & {
  [key: OwnKey]: FieldValue;
};
