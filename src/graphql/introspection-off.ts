import { GraphQLError, type ValidationRule } from 'graphql';
import { Fault } from '../lib/fault.ts';
import { reworded, toHttpError } from './errors.ts';
import { INTROSPECTION_FIELDS } from './public-introspection.ts';

/** Refuses `__schema` and `__type`. `__typename` reveals nothing that the caller has not named. */
export const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (!INTROSPECTION_FIELDS.has(node.name.value)) return;
    const fault = new Fault(
      'introspection_disabled',
      'The operator of this service has disabled introspection. Read the schema in the documentation, or ask the operator.',
    );
    context.reportError(toHttpError(new GraphQLError(fault.message, { nodes: node, originalError: fault })));
  },
});

/** Removes "Did you mean …?" from a message of graphql-js, which names parts of the schema. */
export function withoutSuggestions(error: GraphQLError): GraphQLError {
  const message = strip(error.message);
  if (message === error.message) return error;
  const { extensions } = error;
  const { errors } = extensions;
  const stripped = Array.isArray(errors) ? { errors: errors.map(stripViolation) } : {};
  return reworded(error, message, { ...extensions, ...stripped });
}

function strip(message: string): string {
  return message.replace(/ Did you mean [^?]*\?/g, '');
}

function stripViolation(violation: { message: string }): object {
  return { ...violation, message: strip(violation.message) };
}
