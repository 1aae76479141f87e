import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type InputShapeFromFields,
  isThenable,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { FieldPrice } from './analysis/prices.ts';

const NAME = 'fieldDeclarations';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      [NAME]: FieldDeclarations<Types>;
    }

    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** What the field costs, if not only the objects that it returns; a function where that depends on arguments. */
      price?: FieldPrice | ((args: InputShapeFromFields<Args>) => FieldPrice);
    }
  }
}

/**
 * Keeps the price that a field declares, for graphql/analysis/, and makes every field nullable that can be refused
 * (contract, section 7): root fields, fields with arguments, and fields that need more than any key. A refusal is then null
 * with an error, and leaves the fields beside it alone. Without an error, the field has a value: a resolver that returns none
 * fails. `extensions.nullsOnError` says so.
 *
 * Subscriptions stay as they are, because they have one root field and are refused before their stream opens.
 */
class FieldDeclarations<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { price } = config.pothosOptions;
    const extensions = price === undefined ? config.extensions : { ...config.extensions, price };
    if (config.type.nullable || !isRefusable(config)) return { ...config, extensions };
    return {
      ...config,
      type: { ...config.type, nullable: true },
      extensions: { ...extensions, nullsOnError: true },
    };
  }

  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (!nullsOnError({ extensions: config.extensions ?? {} })) return resolver;
    const required = (value: unknown) => {
      if (value === null || value === undefined)
        throw new Error(`${config.parentType}.${config.name} has no value`);
      return value;
    };
    return (...args) => {
      const result = resolver(...args);
      return isThenable(result) ? result.then(required) : required(result);
    };
  }
}

function isRefusable<Types extends SchemaTypes>(config: PothosOutputFieldConfig<Types>): boolean {
  if (config.kind === 'Subscription') return false;
  const { authScopes } = config.pothosOptions as { authScopes?: object };
  // Any root field can fail, and the others of the operation have their answers all the same.
  if (config.kind === 'Query') return true;
  const needsMore = authScopes !== undefined && !('anyKey' in authScopes);
  return config.kind === 'Mutation' || needsMore || Object.keys(config.args).length > 0;
}

/** Tells whether a field is null only together with an error. */
export function nullsOnError({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean {
  return extensions.nullsOnError === true;
}

SchemaBuilder.registerPlugin(NAME, FieldDeclarations);

export default NAME;
