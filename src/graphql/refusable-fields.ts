import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';

const NAME = 'refusableFields';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      [NAME]: RefusableFields<Types>;
    }
  }
}

/**
 * Makes every field nullable that can be refused (contract, section 7): mutations, fields with arguments, and fields
 * that need more than any key. A refusal is then null with an error, and leaves the fields beside it alone. Resolvers
 * do not return null for it: without an error, the field has a value. `extensions.nullsOnError` says so.
 *
 * Subscriptions stay as they are, because they have one root field and are refused before their stream opens.
 */
class RefusableFields<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (config.type.nullable || !isRefusable(config)) return config;
    const extensions = { ...config.extensions, nullsOnError: true };
    return { ...config, type: { ...config.type, nullable: true }, extensions };
  }
}

function isRefusable<Types extends SchemaTypes>(config: PothosOutputFieldConfig<Types>): boolean {
  if (config.kind === 'Subscription') return false;
  const { authScopes } = config.pothosOptions as { authScopes?: object };
  const needsMore = authScopes !== undefined && !('anyKey' in authScopes);
  return config.kind === 'Mutation' || needsMore || Object.keys(config.args).length > 0;
}

/** Tells whether a field is null only together with an error. */
export function nullsOnError({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean {
  return extensions.nullsOnError === true;
}

SchemaBuilder.registerPlugin(NAME, RefusableFields);

export default NAME;
