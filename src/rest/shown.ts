import { z } from 'zod';

interface Shown {
  /** The JSON Schema to document in place of the one that zod derives. */
  schema: Readonly<Record<string, unknown>>;
  /** An array that travels as one text with commas. */
  separated?: boolean;
}

/**
 * How a value is documented where the schema that reads it says something else: a number in a query arrives as text and
 * is a number nevertheless. Kept beside the schema, read by openapi/json-schema.ts.
 */
export const shown = z.registry<Shown>();
