/**
 * src/api/ joins the kit in src/graphql/, which knows no module, with the modules: it assembles their types into one
 * schema and runs operations with their services (slots for heavy work, the replay of repeated requests).
 */
import { type GraphQLSchema, specifiedDirectives } from 'graphql';
import { builder } from '../graphql/builder.ts';
import { acceptAnyCase } from '../graphql/enums.ts';
import '../graphql/error-codes.ts';
import '../graphql/limits/schema.ts';
import '../graphql/nodes.ts';
import { PUBLISHED_DIRECTIVES } from '../graphql/published-schema.ts';
import '../modules/access/key-schema.ts';
import '../modules/access/key-spending-schema.ts';
import '../modules/access/schema.ts';
import '../modules/catalogue/schema.ts';
import '../modules/credits/schema.ts';
import '../modules/digests/schema.ts';
import '../modules/enrichment/schema.ts';
import '../modules/events/schema.ts';
import '../modules/fields/company-schema.ts';
import '../modules/fields/schema.ts';
import '../modules/filters/schema.ts';
import '../modules/flags/review-schema.ts';
import '../modules/flags/schema.ts';
import { currentReplayLog } from '../modules/idempotency/effects.ts';
import '../modules/insight/rule-schema.ts';
import '../modules/insight/schema.ts';
import '../modules/installation/schema.ts';
import '../modules/invitations/schema.ts';
import '../modules/jobs/schema.ts';
import '../modules/limits/schema.ts';
import '../modules/lists/schema.ts';
import '../modules/match/schema.ts';
import '../modules/sign-in/schema.ts';
import '../modules/webhooks/schema.ts';

/** The complete schema. The types of a module register with the builder when they are imported. */
export const schema: GraphQLSchema = countMutations(
  acceptAnyCase(
    builder.toSchema({ sortSchema: true, directives: [...specifiedDirectives, ...PUBLISHED_DIRECTIVES] }),
  ),
);

/** Numbers the mutations of a document for the replay log, which identifies their results by these numbers. */
function countMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (!resolve) continue;
    field.resolve = (...args) => {
      currentReplayLog()?.beginMutation();
      return resolve(...args);
    };
  }
  return schema;
}
