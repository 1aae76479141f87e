import { readFileSync } from 'node:fs';
import { gql, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { describe, expect, it } from '@jest/globals';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import {
  assertInterfaceType,
  buildSchema,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { createOperationDescriptor, Environment, Network, RecordSource, Store } from 'relay-runtime';
import { connectionPolicies } from '../../clients/typescript/src/apollo.ts';
import { cacheConfig } from '../../clients/typescript/src/urql.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

/** Every type with a global id, and a leaf of it by which caches are compared. */
const TYPES = schema
  .getPossibleTypes(assertInterfaceType(schema.getType('Node')))
  .map((type) => [type.name, leafOf(type)] as const);

function leafOf(type: GraphQLObjectType): string {
  const leaf = Object.values(type.getFields()).find(
    ({ name, args, type: of }) => name !== 'id' && args.length === 0 && isLeafType(getNamedType(of)),
  );
  return leaf?.name ?? '';
}

/** Types of the objects that mutations delete. */
const DELETED: Readonly<Record<string, string>> = {
  deleteDraft: 'Draft',
  deleteField: 'FieldDefinition',
  deleteJob: 'Job',
  deleteList: 'List',
  deleteView: 'ListView',
  deleteWebhook: 'Webhook',
  leaveList: 'Permission',
  removePasskey: 'Passkey',
  revokePermission: 'Permission',
  revokeSession: 'Session',
  revokeSessions: 'Session',
};

const idFieldOf = (mutation: string) => (mutation === 'revokeSessions' ? 'deletedIds' : 'deletedId');

const ID = 'the-id';
const deletedBy = (mutation: string) => (mutation === 'revokeSessions' ? [ID] : ID);

/** A cache of a library, with a query that found an object by one path. */
interface Cache {
  /** Writes the answer of another path. */
  writeOther: (value: string) => Promise<void>;
  /** Reads the query from the cache; null once the object is gone. */
  read: () => Promise<unknown>;
  /** Writes the answer of a mutation that deleted the object. */
  remove: (mutation: string) => Promise<void>;
}

const oneText = (type: string, leaf: string) =>
  `query One { node(id: "${ID}") { __typename id ... on ${type} { ${leaf} } } }`;
const manyText = (type: string, leaf: string) =>
  `query Many { nodes(ids: ["${ID}"]) { __typename id ... on ${type} { ${leaf} } } }`;
const deletionText = (mutation: string) => {
  const field = schema.getMutationType()?.getFields()[mutation];
  return `mutation Deletion($input: ${field?.args[0]?.type}) { ${mutation}(input: $input) { __typename ${idFieldOf(mutation)} } }`;
};

function openApollo(type: string, leaf: string): Cache {
  const cache = new InMemoryCache({ typePolicies: connectionPolicies(relayStylePagination) });
  const one = gql(oneText(type, leaf));
  const object = (value: string) => ({ __typename: type, id: ID, [leaf]: value });
  cache.writeQuery({ query: one, data: { node: object('first') } });
  return {
    writeOther: async (value) => {
      cache.writeQuery({ query: gql(manyText(type, leaf)), data: { nodes: [object(value)] } });
    },
    read: async () => cache.readQuery<{ node: Record<string, unknown> }>({ query: one })?.node[leaf] ?? null,
    remove: async (mutation) => {
      for (const id of [deletedBy(mutation)].flat())
        cache.evict({ id: cache.identify({ __typename: type, id }) ?? '' });
    },
  };
}

async function openUrql(type: string, leaf: string): Promise<Cache> {
  const object = (value: string) => ({ __typename: type, id: ID, [leaf]: value });
  let data: object = { node: object('first') };
  const warnings: string[] = [];
  const removes = Object.keys(DELETED).map((mutation) => [
    mutation,
    (
      result: Record<string, Record<string, string | string[]>>,
      _args: unknown,
      cache: { invalidate: (entity: object) => void },
    ) => {
      for (const id of [result[mutation]?.[idFieldOf(mutation)] ?? []].flat())
        cache.invalidate({ __typename: DELETED[mutation], id });
    },
  ]);
  const client = new Client({
    url: 'https://data.example/graphql',
    preferGetMethod: false,
    exchanges: [
      cacheExchange({
        ...cacheConfig(relayPagination),
        updates: { Mutation: Object.fromEntries(removes) },
        logger: (level, text) => void (level === 'warn' && warnings.push(text)),
      }),
      fetchExchange,
    ],
    fetch: async () => Response.json({ data }),
  });
  const one = oneText(type, leaf);
  await client.query(one, {}).toPromise();
  return {
    writeOther: async (value) => {
      data = { nodes: [object(value)] };
      await client.query(manyText(type, leaf), {}).toPromise();
    },
    read: async () => {
      const found = await client.query(one, {}, { requestPolicy: 'cache-only' }).toPromise();
      expect(warnings).toEqual([]);
      return found.data?.node?.[leaf] ?? null;
    },
    remove: async (mutation) => {
      const payload = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Payload`;
      data = { [mutation]: { __typename: payload, [idFieldOf(mutation)]: deletedBy(mutation) } };
      await client.mutation(deletionText(mutation), { input: {} }).toPromise();
    },
  };
}

const scalar = (name: string) => ({ alias: null, args: null, kind: 'ScalarField', name, storageKey: null });
const linked = (name: string, selections: object[], more: object = {}) => ({
  alias: null,
  args: null,
  concreteType: null,
  kind: 'LinkedField',
  name,
  plural: false,
  selections,
  storageKey: null,
  ...more,
});

/** Makes what relay-compiler makes of a document. @param stored selections that are stored, if others are read */
function requestOf(kind: 'query' | 'mutation', read: object[], stored = read) {
  const type = kind === 'query' ? 'Query' : 'Mutation';
  return createOperationDescriptor(
    {
      fragment: {
        argumentDefinitions: [],
        kind: 'Fragment',
        metadata: null,
        name: 'Q',
        selections: read,
        type,
        abstractKey: null,
      },
      kind: 'Request',
      operation: { argumentDefinitions: [], kind: 'Operation', name: 'Q', selections: stored },
      params: { cacheID: 'q', id: null, metadata: {}, name: 'Q', operationKind: kind, text: '' },
    } as never,
    {},
  );
}

function openRelay(type: string, leaf: string): Cache {
  const network = Network.create(() => {
    throw new Error('everything is in the store');
  });
  const environment = new Environment({ network, store: new Store(new RecordSource()) });
  const fields = [
    scalar('__typename'),
    scalar('id'),
    { kind: 'InlineFragment', selections: [scalar(leaf)], type, abstractKey: null },
  ];
  const argument = (name: string, value: unknown) => ({ args: [{ kind: 'Literal', name, value }] });
  const one = requestOf('query', [linked('node', fields, argument('id', ID))]);
  const many = requestOf('query', [linked('nodes', fields, { ...argument('ids', [ID]), plural: true })]);
  const object = (value: string) => ({ __typename: type, id: ID, [leaf]: value });
  environment.retain(one);
  environment.commitPayload(one, { node: object('first') });
  return {
    writeOther: async (value) => environment.commitPayload(many, { nodes: [object(value)] }),
    read: async () => {
      const { node } = environment.lookup(one.fragment).data as { node?: Record<string, unknown> };
      return node?.[leaf] ?? null;
    },
    remove: async (mutation) => {
      const name = idFieldOf(mutation);
      // The directive @deleteRecord.
      const handle = {
        alias: null,
        args: null,
        filters: null,
        handle: 'deleteRecord',
        key: '',
        kind: 'ScalarHandle',
        name,
      };
      const payload = { concreteType: 'Payload' };
      const read = [linked(mutation, [scalar(name)], payload)];
      const stored = [linked(mutation, [scalar(name), handle], payload)];
      environment.commitPayload(requestOf('mutation', read, stored), {
        [mutation]: { [name]: deletedBy(mutation) },
      });
    },
  };
}

const LIBRARIES = { 'Apollo Client': openApollo, urql: openUrql, Relay: openRelay };

describe('the tables above', () => {
  it('have every type with an id, and every mutation that deletes an object', () => {
    const types = Object.values(schema.getTypeMap()).filter(isObjectType);
    const withId = types.filter((type) => 'id' in type.getFields()).map(({ name }) => name);
    expect(TYPES.map(([name]) => name).toSorted()).toEqual(withId.toSorted());
    expect(withId).toEqual(
      expect.arrayContaining([
        'Webhook',
        'WebhookDelivery',
        'Draft',
        'Passkey',
        'Session',
        'DefinitionVersion',
        'CreditEntry',
        'ListDeletedEvent',
      ]),
    );
    for (const [type, leaf] of TYPES)
      for (const text of [oneText(type, leaf), manyText(type, leaf)])
        expect(validate(schema, parse(text))).toEqual([]);
    const deletions = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ type }) => {
      const payload = getNamedType(type);
      return (
        isObjectType(payload) && Object.keys(payload.getFields()).some((name) => /^deletedIds?$/.test(name))
      );
    });
    expect(deletions.map(({ name }) => name).toSorted()).toEqual(Object.keys(DELETED).toSorted());
    for (const mutation of Object.keys(DELETED))
      expect(validate(schema, parse(deletionText(mutation)))).toEqual([]);
  });
});

describe.each(Object.entries(LIBRARIES))('the cache of %s', (_name, open) => {
  it.each(TYPES)('has one object for all paths to it: %s', async (type, leaf) => {
    const cache = await open(type, leaf);
    expect(await cache.read()).toBe('first');
    await cache.writeOther('second');
    expect(await cache.read()).toBe('second');
  });

  it.each(Object.entries(DELETED))('drops what a mutation has deleted: %s', async (mutation, type) => {
    const leaf = TYPES.find(([name]) => name === type)?.[1] ?? '';
    const cache = await open(type, leaf);
    expect(await cache.read()).toBe('first');
    await cache.remove(mutation);
    expect(await cache.read()).toBeNull();
  });
});
