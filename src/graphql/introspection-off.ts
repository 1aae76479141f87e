import { GraphQLError, type ValidationRule } from 'graphql';
import { Fault } from '../lib/fault.ts';
import { rephrased, toHttpError } from './errors.ts';
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
export const withoutSuggestions = (error: GraphQLError): GraphQLError =>
  rephrased(error, (message) => message.replace(/ Did you mean [^?]*\?/g, ''));
