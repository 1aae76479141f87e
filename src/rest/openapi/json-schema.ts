import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { shown } from '../parameters.ts';

export type JsonObject = Record<string, unknown>;

/** Refers to a named schema. */
export function refTo(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Adds a named schema and returns a reference to it. @throws Error when another schema has its name. */
export function addComponent(
  components: Record<string, JsonObject>,
  name: string,
  component: JsonObject,
): JsonObject {
  const known = components[name];
  if (known && !isDeepStrictEqual(known, component))
    throw new Error(`two schemas have the name ${name}; a fragment gives one of them another`);
  components[name] = component;
  return refTo(name);
}

/** Writes JSON Schemas of zod schemas. One that has an id becomes a component, to which the others refer. */
export class SchemaWriter {
  readonly components: Record<string, JsonObject> = {};

  /** Writes the schema of what a caller sends, or is sent: nothing documented is transformed on its way out. */
  write(schema: z.ZodType): { schema: JsonObject; required: boolean } {
    // Inside of an object, a schema that has an id is a reference, and `required` tells whether it may be absent.
    const text = JSON.stringify(
      z.toJSONSchema(z.strictObject({ it: schema }), {
        io: 'input',
        unrepresentable: 'any',
        override: showAsDocumented,
      }),
    ).replaceAll('"#/$defs/', '"#/components/schemas/');
    const {
      $defs = {},
      properties,
      required = [],
    } = JSON.parse(text) as {
      $defs?: Record<string, JsonObject>;
      properties: { it: JsonObject };
      required?: string[];
    };
    for (const [name, component] of Object.entries($defs)) addComponent(this.components, name, component);
    return { schema: properties.it, required: required.includes('it') };
  }
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
  for (const key of Object.keys(written)) if (key !== 'description' && key !== 'example') delete written[key];
  Object.assign(written, documented);
}
