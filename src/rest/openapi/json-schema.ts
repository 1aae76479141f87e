import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { shown } from '../shown.ts';

export type JsonObject = Record<string, unknown>;

/** JSON Schemas of zod schemas; what has an id becomes a component that the others refer to. */
export class SchemaWriter {
  readonly components: Record<string, JsonObject> = {};

  /** The schema of what a caller sends, or is sent: nothing that is documented is transformed on its way out. */
  write(schema: z.ZodType): { schema: JsonObject; required: boolean } {
    // Inside of an object, a schema that has an id is a reference, and `required` tells whether it may be absent.
    const { $defs, properties, required } = z.toJSONSchema(z.strictObject({ it: schema }), {
      io: 'input',
      unrepresentable: 'any',
      override: showAsDocumented,
    });
    for (const [name, component] of Object.entries($defs ?? {})) this.#keep(name, component as JsonObject);
    const written = withComponentReferences(properties?.it) as JsonObject;
    return { schema: written, required: required?.includes('it') ?? false };
  }

  #keep(name: string, definition: JsonObject): void {
    const { id, ...component } = withComponentReferences(definition) as JsonObject;
    const known = this.components[name];
    if (known && !isDeepStrictEqual(known, component)) throw new Error(`two schemas have the id ${name}`);
    this.components[name] = component;
  }
}

/** Parameters and properties of an object schema, by name. */
export function propertiesOf(schema: z.ZodType): [name: string, z.ZodType][] {
  return schema instanceof z.ZodObject ? (Object.entries(schema.shape) as [string, z.ZodType][]) : [];
}

function showAsDocumented({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: object;
}): void {
  const written = jsonSchema as JsonObject;
  // zod's own bound of what a number holds exactly says nothing to a caller.
  if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
  const documented = shown.get(zodSchema as z.ZodType)?.schema;
  if (!documented) return;
  const description = written.description;
  for (const key of Object.keys(written)) delete written[key];
  Object.assign(written, description === undefined ? {} : { description }, documented);
}

const LOCAL = '#/$defs/';

function withComponentReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' && each.startsWith(LOCAL)
        ? `#/components/schemas/${each.slice(LOCAL.length)}`
        : withComponentReferences(each),
    ]),
  );
}
