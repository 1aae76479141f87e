import type { GraphQLInterfaceType } from 'graphql';
import { schema } from '../../api/schema.ts';
import { discriminatorOf, variantOf } from '../../graphql/variants.ts';
import { addComponent, type JsonObject, SchemaWriter } from '../openapi/json-schema.ts';
import { ID } from './serializers.ts';

const writer = new SchemaWriter();
const LIST_ID = { ...ID, description: 'List that the event is about.' };

/** The schema of an object. */
interface ObjectSchema extends JsonObject {
  properties: Record<string, JsonObject>;
  required: string[];
}

/**
 * Writes the schema of an interface as one schema for each of its types, told apart by a property, and one for types that
 * are added later.
 *
 * @param shared schema of what all types have.
 * @param components receives the schemas of the types, by the names that GraphQL has for them.
 */
export function schemaOfVariants(
  type: GraphQLInterfaceType,
  shared: JsonObject,
  components: Record<string, JsonObject>,
): JsonObject {
  const { key, values } = discriminatorOf(type);
  const { properties, required, ...object } = shared as ObjectSchema;
  const { list_id, ...always } = properties;
  // Events of lists name the list, and no others do.
  const listOf = (kind: string) => (list_id && kind.startsWith('list.') ? { list_id: LIST_ID } : {});
  const add = (name: string, description: unknown, narrowed: Record<string, JsonObject>) =>
    addComponent(components, name, {
      ...object,
      properties: { ...always, ...narrowed },
      required: [...required, ...('list_id' in narrowed ? ['list_id'] : [])],
      description,
    });
  const mapping: Record<string, string> = {};
  const oneOf = schema.getPossibleTypes(type).map(({ name, description, extensions }) => {
    const variant = variantOf(extensions);
    const data = { ...writer.writeAnswer(variant.values), description: 'Values of this kind.' };
    const told = { [key]: { const: variant.key, description }, [values]: data };
    const ref = add(name, description, { ...told, ...listOf(variant.key) });
    mapping[variant.key] = ref.$ref;
    return ref;
  });
  const unknown = { type: 'string', not: { enum: Object.keys(mapping) }, description: 'Any other kind.' };
  const other = add(`Other${type.name}`, 'A kind that was added later. Pass over it.', { [key]: unknown });
  // The last case has no value by which a discriminator could name it.
  return { anyOf: [{ oneOf, discriminator: { propertyName: key, mapping } }, other] };
}
