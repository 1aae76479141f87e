import { describe, expect, it } from '@jest/globals';
import { isObjectType, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { schema } from '../../src/api/schema.ts';
import * as saved from '../../src/generated/operations.ts';
import { routes } from '../../src/rest/routes.ts';

/** Types through which callers reach everything else. */
const TYPES = ['Query', 'Mutation', 'Catalogue', 'Viewer', 'Organization', 'List', 'ApiKey', 'PreviewCount'];

const GLOBAL_ID = 'REST has numeric ids.';
/** Fields that no path of REST reads, and why. */
const EXCEPTIONS: Record<string, string> = {
  'Query.node': 'REST has a path for each kind of object.',
  'Query.nodes': 'REST has a path for each kind of object.',
  'Query.operationCost': 'Callers of REST write no documents; headers show what each request takes.',
  'Mutation.disableUser': 'PATCH /account/users/{user_id} is updateUser; keys have `created_by`.',
  'Mutation.enableUser': 'PATCH /account/users/{user_id} is updateUser.',
  'Mutation.renameList': 'PATCH of a list changes its name and its tags, by updateList.',
  'List.id': GLOBAL_ID,
  'ApiKey.id': GLOBAL_ID,
  'Organization.id': GLOBAL_ID,
  'PreviewCount.reasons':
    'REST explains one company at a time, also of a list; pages of reasons are for screens.',
  'List.revision': 'definition_conflict and materialized_at tell callers of REST about changes.',
};

function fieldsOf(type: string): string[] {
  const found = schema.getType(type);
  return isObjectType(found) ? Object.keys(found.getFields()).map((name) => `${type}.${name}`) : [];
}

function reachedByRest(): Set<string> {
  const reached = new Set<string>();
  for (const { document } of routes) {
    const types = new TypeInfo(schema);
    const Field = () => void reached.add(`${types.getParentType()}.${types.getFieldDef()?.name}`);
    visit(document, visitWithTypeInfo(types, { Field }));
  }
  return reached;
}

describe('REST', () => {
  it('has one route for each saved document', () => {
    const operations = Object.keys(saved).filter((name) => name.endsWith('Document'));
    expect(routes.map(({ name }) => `${name}Document`).toSorted()).toEqual(operations.toSorted());
  });

  it('reaches every field of the main types, except those of a short list', () => {
    const reached = reachedByRest();
    const missing = TYPES.flatMap(fieldsOf).filter((field) => !reached.has(field));
    expect(missing.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  });
});
