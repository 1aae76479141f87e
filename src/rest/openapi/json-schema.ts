import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { MAX_ROW_ID } from '../../lib/page.ts';

export type JsonObject = Record<string, unknown>;

/** Kinds of components that others refer to. */
type Kind = 'schemas' | 'parameters' | 'headers' | 'responses' | 'examples';

/** Refers to a named schema, or to another component of the document. */
export function refTo(name: string, kind: Kind = 'schemas') {
  return { $ref: `#/components/${kind}/${name}` };
}

/**
 * Writes an enum of an answer. It is open: later versions add values (docs/api/versioning.md), which a closed `enum` forbids.
 * Generators make a string of it. Its description says what each value means.
 */
export function openEnum(values: readonly string[]): JsonObject {
  return { type: 'string', 'x-extensible-enum': values };
}

/** Adds a named schema and returns a reference to it. @throws Error when another schema has its name. */
export function addComponent(components: Record<string, JsonObject>, name: string, component: JsonObject) {
  const known = components[name];
  if (known && !isDeepStrictEqual(known, component))
    throw new Error(`two schemas have the name ${name}; a fragment gives one of them another`);
  components[name] = component;
  return refTo(name);
}

/** Writes JSON Schemas of zod schemas. One that has an id becomes a component, to which the others refer. */
export class SchemaWriter {
  readonly components: Record<string, JsonObject> = {};
  /** Responses that operations share. */
  readonly responses: Record<string, JsonObject> = {};
  /** Examples of errors, by the name of their code. */
  readonly examples: Record<string, JsonObject> = {};

  /** Writes the schema of what a caller sends. */
  write(schema: z.ZodType): JsonObject {
    return this.#write(schema, false);
  }

  /** Writes the schema of what a caller is sent: its enums are open. Nothing documented is transformed on its way out. */
  writeAnswer(schema: z.ZodType): JsonObject {
    return this.#write(schema, true);
  }

  #write(schema: z.ZodType, isOpen: boolean): JsonObject {
    const json = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        // zod's own bound of what a number holds exactly: such an integer may outgrow 32 bits.
        const isLong = jsonSchema.maximum === Number.MAX_SAFE_INTEGER;
        if (isLong) delete jsonSchema.maximum;
        // Metadata comes before what zod derives. Examples have a place of their own in OpenAPI.
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
        delete jsonSchema.example;
        if (jsonSchema.type === 'integer') {
          if (isLong && jsonSchema.maximum === undefined) jsonSchema.format = 'int64';
          // The bound of a column of 32 bits, such as that of an id.
          if (jsonSchema.maximum === MAX_ROW_ID) jsonSchema.format = 'int32';
        }
        const { enum: values = [], ...others } = jsonSchema;
        // One value alone is a constant, which tells objects apart.
        if (!isOpen || values.length < 2) return;
        delete jsonSchema.enum;
        Object.assign(jsonSchema, openEnum(values as string[]), others);
      },
    });
    const text = JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema, $defs = {}, ...written } = JSON.parse(text) as z.core.JSONSchema.JSONSchema;
    for (const [name, component] of Object.entries($defs)) addComponent(this.components, name, component);
    return written;
  }
}
