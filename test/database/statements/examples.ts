import * as edges from '../../../src/modules/catalogue/edge-queries.ts';
import { TECHNOLOGY_ORDERS } from '../../../src/modules/catalogue/technology-queries.ts';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import { EVERYTHING } from '../../../src/modules/facets/facet.ts';
import { DETECTIONS, PARTNERSHIPS } from '../../../src/modules/facets/newest-evidence.ts';
import { BUILT_IN_FIELDS, FACETS, isVocabularyField } from '../../../src/modules/filters/registry.ts';
import { LIST_ORDERS } from '../../../src/modules/lists/order.ts';

const table = 'import_changed';
const scopes = [EVERYTHING, { table }];
const asOf = new Date('2026-03-01T00:00:00Z');
const evidence = [DETECTIONS, PARTNERSHIPS];
const newest = evidence.flatMap((each) =>
  scopes.map((scope) => ({ evidence: each, scope, table, newest: asOf, before: asOf, until: asOf })),
);
const vocabularyFields = BUILT_IN_FIELDS.filter(isVocabularyField);
const keyed = {
  name: 'partnership_observation',
  key: ['observer_id', 'partner_id'],
  values: ['observation_count', 'first_observed_at', 'last_observed_at'],
};

const LIST_FILTERS = [{}, { search: 'text' }];

/** Windows of all shapes. Statements do not depend on the values of keys, only on their presence. */
const KEY = ['', '', ''];
const windows = [undefined, KEY].flatMap((after) =>
  [undefined, KEY].flatMap((before) =>
    [false, true].map((backwards) => ({ window: { limit: 1, offset: 0, after, before, backwards } })),
  ),
);

/**
 * Arguments for statements that depend on values of another file, by the file below src/modules and the function that sends them. A
 * statement without an example is not compared with the database.
 */
export const examples: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'facets/collect.collectCompanies': scopes.map((scope) => ({ facets: FACETS, scope })),
  'facets/collect.collectSets': scopes.flatMap((scope) =>
    ['investors', 'top_level_domains'].map((from) => ({ source: { from }, scope })),
  ),
  'lists/export/member-stream.fetchPart': [
    {
      snapshot: {
        high: new Bitmap([1, 2, 4]),
        medium: new Bitmap(),
        exploratory: new Bitmap(),
        added: new Bitmap([2]),
      },
      tier: 'high',
      start: 0,
      rows: 3,
    },
  ],
  'import/detections.mergeKeys': [{ company: 7, technology: 3 }],
  'catalogue/edge-queries.loadSlices': [edges.TECHNOLOGIES, edges.PARTNERSHIPS].flatMap((each) =>
    [true, false].flatMap((isSingle) => windows.map((window) => ({ edges: each, isSingle, ...window }))),
  ),
  'catalogue/edge-queries.loadUnlockedPartnershipSlices': windows,
  'catalogue/queries.searchCompanies': windows,
  'lists/service.count': LIST_FILTERS.map((filter) => ({ filter })),
  'lists/service.findPage': Object.values(LIST_ORDERS).flatMap((orders) =>
    Object.values(orders).flatMap((listOrder) =>
      LIST_FILTERS.flatMap((filter) =>
        [false, true].flatMap((withDefinitions) =>
          windows.map((window) => ({ listOrder, filter, withDefinitions, ...window })),
        ),
      ),
    ),
  ),
  'lists/audit/audit-log.page': [false, true].flatMap((withDetails) =>
    windows.map((window) => ({ withDetails, ...window })),
  ),
  'lists/definitions/service.page': windows,
  'lists/domains/service.page': windows,
  'lists/drafts/service.page': windows,
  'lists/references/references.page': windows,
  'import/companies.updatePart': [{ part: 1 }],
  'import/keyed-writer.#delete': [{ table: keyed }],
  'import/keyed-writer.deleteMissing': [{ table: keyed }],
  'import/keyed-writer.findMissing': [{ table: keyed }],
  'import/keyed-writer.merge': [{ table: keyed }],
  'import/import-transaction.countRows': [{ settings: { snapshot: 'companies' } }],
  'import/keyed-writer.open': [{ table: keyed }],
  'lists/members/materializations.findOne': [{ source: 'kept' }, { source: 'stored' }],
  'facets/name-terms.collectFrequentTerms': scopes.map((scope) => ({
    scope,
    frequent: `SELECT value AS word FROM facet_posting WHERE field = 'name'`,
  })),
  'facets/name-terms.writeRareTerms': scopes.map((scope) => ({ scope })),
  'facets/name-index.collectNames': scopes.map((scope) => ({ scope, after: 0 })),
  'facets/name-index.writeNames': scopes.map((scope) => ({ scope })),
  'facets/newest-evidence.findNewest': newest,
  'facets/newest-evidence.readIds': newest,
  'facets/postings.readChangedPostings': [
    { requests: [{ key: { field: 'country', value: 'DE', window: 0 }, cachedVersion: 1 }] },
  ],
  'facets/postings.readStoredPostings': [{ candidates: [{ field: 'country', values: ['DE'] }] }],
  'facets/refresh.readChangedShare': [{ changed: { table } }],
  'facets/refresh.readWithdrawn': [{ changed: { withdrawn: 'import_withdrawn' } }],
  'import/remove-companies.mergeCompanies': [{ part: 1 }],
  'import/rename-companies.renameCompanies': [{ part: 1 }],
  'facets/stored-texts.renewStoredTexts': [{ table: 'company', text: 'name', key: 'name_key' }],
  'facets/stored-texts.storePart': [{ table: 'company', text: 'name', key: 'name_key' }],
  'catalogue/technology-queries.searchTechnologies': Object.entries(TECHNOLOGY_ORDERS).flatMap(
    ([field, orders]) =>
      Object.keys(orders).flatMap((direction) => windows.map((window) => ({ field, direction, ...window }))),
  ),
  'filters/values.readStored': vocabularyFields
    .map(({ vocabulary }) => ({ vocabulary }))
    .filter(({ vocabulary }) => vocabulary.kind === 'stored'),
  'filters/values.searchValues': vocabularyFields.flatMap((field) =>
    windows.map((window) => ({ field, ...window })),
  ),
};
