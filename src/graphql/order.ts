import { recordOf } from '../lib/json.ts';
import { DIRECTIONS, type Direction, type OrderBy } from '../lib/page.ts';
import { builder } from './builder.ts';
import { defineEnum, toEnumValue } from './enums.ts';

export const directions = defineEnum<Direction>('OrderDirection', {
  description: 'Direction of an order.',
  values: { asc: 'Smallest or oldest first.', desc: 'Largest or newest first.' },
});

interface OrderField {
  description: string;
  /** Direction unless a caller names one: the latest time and the largest number come first, names begin with A. */
  direction: Direction;
}

interface OrderOptions<Field extends string> {
  /** Plural of what is sorted: "lists". */
  objects: string;
  /** Order of objects that are equal in the field. */
  ties: string;
  /** Field of the order without the argument. */
  usual: Field;
  fields: Readonly<Record<Field, OrderField>>;
}

/** Argument `orderBy`, as a resolver gets it. */
type Given<Field extends string> =
  | { field: Uppercase<Field>; direction?: Uppercase<Direction> | null | undefined }
  | null
  | undefined;

/**
 * Defines the input `NAMEOrder` of the argument `orderBy`, and the enum `NAMEOrderField`.
 *
 * @returns the type, the names of the fields, the default of the argument, and the function that reads it. An explicit null
 * means the default as well.
 */
export function defineOrder<Field extends string>(
  name: string,
  { objects, ties, usual, fields }: OrderOptions<Field>,
) {
  const keys = Object.keys(fields) as Field[];
  const { type: fieldType, names } = defineEnum<Field>(`${name}OrderField`, {
    description: `Fields by which ${objects} can be sorted.`,
    values: recordOf(keys, (key) => fields[key].description),
  });
  const type = builder.inputType(`${name}Order`, {
    description: `Field and direction by which ${objects} are sorted. ${ties}`,
    fields: (t) => ({
      field: t.field({
        type: fieldType,
        required: true,
        description: `Field by which ${objects} are sorted.`,
      }),
      direction: t.field({ type: directions.type, ...directionOptions(names, fields) }),
    }),
  });
  const defaultValue = { field: names[usual], direction: directions.names[fields[usual].direction] };
  const read = (given: Given<Field>): OrderBy<Field> => {
    const field = given ? (toEnumValue(given.field) as string as Field) : usual;
    return { field, direction: given?.direction ? toEnumValue(given.direction) : fields[field].direction };
  };
  return { type, names, defaultValue, read };
}

/** Options of the direction. A default of the schema cannot depend on the field, so a text says it where fields differ. */
function directionOptions<Field extends string>(
  names: Readonly<Record<Field, string>>,
  fields: Readonly<Record<Field, OrderField>>,
) {
  const keys = Object.keys(fields) as Field[];
  const groups = DIRECTIONS.map((direction) => ({
    name: directions.names[direction],
    sorted: keys.filter((key) => fields[key].direction === direction).map((key) => names[key]),
  })).filter(({ sorted }) => sorted.length > 0);
  const [only, ...others] = groups.map(({ name }) => name);
  const description = 'Direction of the order.';
  if (only && others.length === 0) return { description, defaultValue: only };
  const defaults = groups.map(({ name, sorted }) => `${name} for ${sorted.join(', ')}`);
  return { description: `${description} Default: ${defaults.join('; ')}.` };
}
