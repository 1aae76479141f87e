import * as edges from '../../../src/modules/catalogue/edge-queries.ts';
import { Bitmap } from '../../../src/modules/facets/bitmap.ts';
import { EVERYTHING } from '../../../src/modules/facets/facet.ts';
import { DETECTIONS, PARTNERSHIPS } from '../../../src/modules/facets/newest-evidence.ts';
import { FACETS, FIELDS } from '../../../src/modules/filters/registry.ts';

const table = 'import_changed';
const scopes = [EVERYTHING, { table }];
const asOf = new Date('2026-03-01T00:00:00Z');
const evidence = [DETECTIONS, PARTNERSHIPS];
const newest = evidence.flatMap((each) =>
  scopes.map((scope) => ({ evidence: each, scope, table, newest: asOf, before: asOf, until: asOf })),
);
const vocabularyFields = FIELDS.filter((field) => field.type === 'vocabulary');
const keyed = {
  name: 'partnership_observation',
  key: ['observer_id', 'partner_id'],
  values: ['observation_count', 'first_observed_at', 'last_observed_at'],
};

const LIST_FILTERS = [{}, { search: 'text' }];

/**
 * Arguments for statements that depend on values of another file, by the file and the function that sends them. A
 * statement without an example is not compared with the database.
 */
export const examples: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'collect-companies.collectCompanies': scopes.map((scope) => ({ facets: FACETS, scope })),
  'collect-rows.collectDetections': scopes.map((scope) => ({ scope, asOf })),
  'collect-rows.collectPartners': [{ asOf, threshold: 2 }],
  'collect-rows.collectSets': scopes.flatMap((scope) =>
    ['investors', 'top_level_domains'].map((from) => ({ source: { from }, scope })),
  ),
  'csv-stream.fetchPart': [
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
  'detections.mergeKeys': [{ company: 7, technology: 3 }],
  'edge-queries.loadSlices': [edges.TECHNOLOGIES, edges.PARTNERSHIPS].flatMap(({ page, pages }) =>
    [true, false].map((isSingle) => ({ isSingle, page, pages })),
  ),
  'lists-service.count': LIST_FILTERS.map((filter) => ({ filter })),
  'lists-service.findPage': (['updated_at', 'name', 'created_at'] as const).flatMap((field) =>
    ['asc', 'desc'].flatMap((direction) =>
      LIST_FILTERS.flatMap((filter) =>
        [false, true].map((withDefinitions) => ({ field, direction, filter, withDefinitions })),
      ),
    ),
  ),
  'companies.updatePart': [{ part: 1 }],
  'keyed-writer.#delete': [{ table: keyed }],
  'keyed-writer.deleteMissing': [{ table: keyed }],
  'keyed-writer.findMissing': [{ table: keyed }],
  'keyed-writer.merge': [{ table: keyed }],
  'import-transaction.countRows': [{ settings: { snapshot: 'companies' } }],
  'keyed-writer.open': [{ table: keyed }],
  'materializations.findOne': [{ source: 'kept' }, { source: 'stored' }],
  'name-terms.collectFrequentTerms': scopes.map((scope) => ({
    scope,
    frequent: `SELECT value AS word FROM facet_posting WHERE field = 'name'`,
  })),
  'name-terms.writeRareTerms': scopes.map((scope) => ({ scope })),
  'newest-evidence.findNewest': newest,
  'newest-evidence.readIds': newest,
  'partnerships.mergeSides': [{ changedKeys: 'SELECT a, b FROM import_key' }],
  'posting-store.readChangedPostings': [
    { requests: [{ key: { field: 'country', value: 'DE', window: 0 }, cachedVersion: 1 }] },
  ],
  'posting-store.readStoredPostings': [{ candidates: [{ field: 'country', values: ['DE'] }] }],
  'refresh.readChangedShare': [{ changed: { table } }],
  'refresh.readWithdrawn': [{ changed: { withdrawn: 'import_withdrawn' } }],
  'remove-companies.deleteCompanies': [{ part: 1 }],
  'remove-companies.mergeCompanies': [{ part: 1 }],
  'rename-companies.renameCompanies': [{ part: 1 }],
  'stored-texts.renewStoredTexts': [{ table: 'company', text: 'name', key: 'name_key' }],
  'stored-texts.storePart': [{ table: 'company', text: 'name', key: 'name_key' }],
  'technology-queries.searchTechnologies': ['companies', 'adopted_90', 'dropped_90'].map((order) => ({
    order,
  })),
  'values.readStored': vocabularyFields
    .map(({ vocabulary }) => ({ vocabulary }))
    .filter(({ vocabulary }) => vocabulary.kind === 'stored'),
  'values.searchValues': vocabularyFields.map((field) => ({ field })),
};
