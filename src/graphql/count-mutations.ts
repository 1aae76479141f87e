import type { GraphQLSchema } from 'graphql';
import type { Context } from './context.ts';

/** Lets the memory of a request tell the changes of a document's mutations apart. */
export function countMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (!resolve) continue;
    field.resolve = (root, args, context: Context, info) => {
      context.principal?.memory?.beginMutation();
      return resolve(root, args, context, info);
    };
  }
  return schema;
}
