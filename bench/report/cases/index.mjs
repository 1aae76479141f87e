import { enrichment } from './enrichment.mjs';
import { draft, previewCount } from './filters.mjs';
import { graphqlLookup, lookup, lookupAll, lookupAsStarted } from './lookup.mjs';
import { membersPage, nestedPage } from './members.mjs';
import { exporting, importing, materializing } from './timed.mjs';

/** All cases by name. Those with `isCurve` also run at each smaller and larger size. */
export const CASES = {
  lookup,
  'lookup-all': lookupAll,
  'lookup-as-started': lookupAsStarted,
  'graphql-lookup': graphqlLookup,
  'nested-page': nestedPage,
  'preview-count': previewCount,
  draft,
  materialize: materializing,
  'members-page': membersPage,
  export: exporting,
  import: importing,
  enrichment,
};
