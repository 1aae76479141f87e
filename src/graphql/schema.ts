import type { GraphQLSchema } from 'graphql';
import '../modules/access/key-schema.ts';
import '../modules/access/schema.ts';
import '../modules/catalogue/schema.ts';
import '../modules/enrichment/schema.ts';
import '../modules/filters/schema.ts';
import '../modules/flags/schema.ts';
import '../modules/limits/schema.ts';
import '../modules/lists/schema.ts';
import { builder } from './builder.ts';
import { countMutations } from './count-mutations.ts';
import { acceptAnyCase } from './enums.ts';
import './limits/schema.ts';
import './nodes.ts';

/** The whole schema: each module's types register themselves with the builder when imported above. */
export const schema: GraphQLSchema = countMutations(acceptAnyCase(builder.toSchema({ sortSchema: true })));
