import { beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { useTenant, useTestService } from '../../harness/use-service.ts';
import { condition, definition, seedSmallCatalogue } from './support.ts';

const service = useTestService();
const tenant = useTenant(service, 'keys');
beforeAll(() => seedSmallCatalogue(service.database.pool));

const graphql = async (query: string, variables?: object) => {
  const { data, errors } = (await service.graphql(tenant.userKey, query, variables)).body;
  return errors ? { data, errors } : { data };
};

const GERMANY = [{ node: { value: 'DE', label: 'Germany', companyCount: 2 } }];
const VALUES =
  'query ($field: FilterFieldKey!) { filterFieldValues(field: $field, search: "germ") { edges { node { value label companyCount } } } }';
const TYPED = `query ($field: FilterFieldKey!) { previewCount(definition: { registryVersion: "2", root: {
  condition: { field: $field, operator: ANY_OF, values: ["DE"] } } }) { exactCount } }`;

describe('the key of a field over GraphQL', () => {
  it('is the text of REST wherever the catalogue shows it', async () => {
    const { body } = await service.rest(tenant.userKey).get('/v1/lists/filter-fields');
    const keys = body.fields.map(({ key }: { key: string }) => ({ key }));
    expect(await graphql('{ filterFields { fields { key } } }')).toEqual({
      data: { filterFields: { fields: keys } },
    });
  });

  it.each(['country', 'COUNTRY'])('may be sent as the variable %s', async (field) => {
    expect(await graphql(VALUES, { field })).toEqual({ data: { filterFieldValues: { edges: GERMANY } } });
    expect(await graphql(TYPED, { field })).toEqual({ data: { previewCount: { exactCount: 2 } } });
  });

  it.each(['"country"', '"COUNTRY"', 'COUNTRY', 'country'])('may be the literal %s', async (literal) => {
    const { query, variables } = {
      query: `query ($d: JSON!) { previewCount(definitionJson: $d) { breakdown(field: ${literal}) { value count } } }`,
      variables: { d: definition(condition('country', 'any_of', ['DE'])) },
    };
    // The third time, the document is compiled.
    for (const _ of [1, 2, 3, 4]) {
      const breakdown = [{ value: 'DE', count: 2 }];
      expect(await graphql(query, variables)).toEqual({ data: { previewCount: { breakdown } } });
    }
  });

  it.each(['contry', 'Country', 'custom.country'])('is refused as an argument if it is %s', async (field) => {
    const { errors, data } = await graphql(VALUES, { field });
    expect(data).toEqual({ filterFieldValues: null });
    const message = `Unknown field "${field}". Did you mean "country"?`;
    const isSimilar = field !== 'custom.country';
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['filterFieldValues'],
        extensions: {
          code: 'VALIDATION_ERROR',
          errors: [
            isSimilar
              ? { pointer: '/field', message, did_you_mean: ['country'] }
              : { pointer: '/field', message: `Unknown field "${field}".` },
          ],
        },
      }),
    ]);
  });

  it('is refused in a typed definition as in that of REST', async () => {
    const root = condition('contry', 'any_of', ['DE']);
    const typed = await graphql(TYPED, { field: 'contry' });
    const { body } = await service.rest(tenant.userKey).post('/v1/lists/preview-count', definition(root));
    const [{ extensions }] = typed.errors;
    expect(extensions.code).toBe('INVALID_DEFINITION');
    expect(extensions.errors).toEqual(body.detail.errors);
    expect(extensions.errors[0].did_you_mean).toEqual(['country']);
  });

  it.each([7, true, ['country'], { key: 'country' }])('is refused if it is %j', async (field) => {
    const { errors } = await graphql(VALUES, { field });
    expect(errors[0].extensions.code).toBe('VALIDATION_ERROR');
    expect(errors[0].extensions.errors[0].pointer).toBe('/field');
  });
});

it('is an open string in OpenAPI, where conditions and values are searched', () => {
  const { components } = openApiDocument as { components: { schemas: Record<string, object> } };
  expect(components.schemas.FilterFieldKey).toEqual({
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: expect.any(String),
  });
  expect(components.schemas.FilterOperatorKey).toMatchObject({ 'x-extensible-enum': expect.any(Array) });
});
