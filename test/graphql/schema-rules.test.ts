import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { schemaFaults } from '../../tools/contracts/schema-rules.ts';

/** A schema that follows all rules. */
const GOOD = `
"""Whole numbers up to 53 bits."""
scalar SafeInt
"""Has a global id."""
interface Node {
  """Global id."""
  id: ID!
}
"""Cursors."""
type PageInfo {
  """Cursor."""
  endCursor: String
}
"""A list."""
type List implements Node {
  """Global id."""
  id: ID!
  """Numeric id."""
  listId: Int!
  """Events of the list."""
  eventCount: SafeInt!
  """Whether it is watched."""
  watched: Boolean!
}
"""Page of lists."""
type ListConnection {
  """Edges."""
  edges: [ListEdge!]!
  """Cursors."""
  pageInfo: PageInfo!
  """Total."""
  totalCount: SafeInt!
}
"""Edge."""
type ListEdge {
  """Cursor."""
  cursor: String!
  """List."""
  node: List!
}
"""Queries."""
type Query {
  """Any object."""
  node("Global id." id: ID!): Node
  """Lists."""
  lists("Size." first: Int, "Cursor." after: String, "Only lists that have it." companyId: ID): ListConnection
}
"""Mutations."""
type Mutation {
  """Deletes a list."""
  deleteList("List to delete." input: DeleteListInput!): DeleteListPayload
  """Revokes a session."""
  revokeSession("Session." input: RevokeSessionInput!): RevokeSessionPayload
}
"""Names the list."""
input DeleteListInput {
  """List to delete."""
  listId: ID!
}
"""The list is gone."""
type DeleteListPayload {
  """Its id."""
  deletedId: ID!
}
"""Names the session."""
input RevokeSessionInput {
  """Session to end."""
  sessionId: ID!
}
"""The session is gone."""
type RevokeSessionPayload {
  """Its id."""
  deletedId: ID!
}
`;

/** A part of the schema above, what becomes of it, and the faults. */
const BAD: [string, string, string, string[]][] = [
  ['described', '"""Numeric id."""', '', ['List.listId has no description.']],
  ['described', '"Size." first', 'first', ['Query.lists(first:) has no description.']],
  [
    'scalars',
    'eventCount: SafeInt!',
    'eventCount: Int!',
    ['List.eventCount outgrows 32 bits: its type is SafeInt, not Int.'],
  ],
  [
    'scalars',
    'listId: Int!',
    'listId: Float!',
    ['List.listId is the id of a row of 32 bits: its type is Int, not Float.'],
  ],
  [
    'scalars',
    'listId: Int!',
    'eventId: Float!',
    ['List.eventId outgrows 32 bits: its type is SafeInt, not Float.'],
  ],
  [
    'id-arguments',
    'companyId: ID',
    'company: ID',
    ['Query.lists(company:) takes an id: its name ends in Id.'],
  ],
  ['id-arguments', 'listId: ID!', 'list: ID!', ['DeleteListInput.list takes an id: its name ends in Id.']],
  [
    'booleans',
    'watched:',
    'isWatched:',
    ['List.isWatched begins with "is": name the state, as in `enabled`.'],
  ],
  ['nodes', 'List implements Node', 'List', ['List has an id, and does not implement Node.']],
  [
    'mutations',
    'input: DeleteListInput!',
    'input: RevokeSessionInput!',
    ['Mutation.deleteList takes (input: RevokeSessionInput!), not (input: DeleteListInput!).'],
  ],
  [
    'mutations',
    '): DeleteListPayload',
    '): RevokeSessionPayload',
    ['Mutation.deleteList answers RevokeSessionPayload, not DeleteListPayload.'],
  ],
  [
    'mutations',
    '"List to delete." input: DeleteListInput!',
    '"List." listId: ID!',
    ['Mutation.deleteList takes (listId: ID!), not (input: DeleteListInput!).'],
  ],
  [
    'deletions',
    'deletedId: ID!',
    'deletedListId: ID!',
    [
      'DeleteListPayload has no deletedId: ID!.',
      'DeleteListPayload has deletedListId: ID!, not deletedId: ID!.',
    ],
  ],
  [
    'deletions',
    '"""The session is gone."""\ntype RevokeSessionPayload {\n  """Its id."""\n  deletedId: ID!',
    '"""The session is gone."""\ntype RevokeSessionPayload {\n  """Its id."""\n  sessionId: ID',
    ['RevokeSessionPayload has no deletedId: ID!.'],
  ],
  ['connections', 'edges: [ListEdge!]!', 'nodes: [List!]!', ['ListConnection has no edges: [ListEdge!]!.']],
  [
    'connections',
    'pageInfo: PageInfo!',
    'pageInfo: PageInfo',
    ['ListConnection has no pageInfo: PageInfo!.'],
  ],
  ['connections', 'totalCount: SafeInt!', 'count: SafeInt!', ['ListConnection has no totalCount: SafeInt!.']],
  ['connections', 'cursor: String!', 'cursor: String', ['ListEdge has no cursor: String!.']],
  ['connections', 'node: List!', 'list: List!', ['ListEdge has no node.']],
  [
    'connections',
    '"Cursor." after: String, ',
    '',
    ['Query.lists is a connection: it takes first and after, and last with before.'],
  ],
];

describe('npm run schema:lint', () => {
  it('accepts schema.graphql', async () => {
    const sdl = await readFile('schema.graphql', 'utf8');
    expect(Object.keys(buildSchema(sdl).getTypeMap()).length).toBeGreaterThan(200);
    expect(schemaFaults(sdl)).toEqual([]);
  });

  it('accepts a small schema that follows the rules', () => expect(schemaFaults(GOOD)).toEqual([]));

  it.each(BAD)('refuses by the rule %s: %j as %j', (rule, part, replacement, messages) => {
    expect(GOOD).toContain(part);
    const faults = schemaFaults(GOOD.replace(part, replacement));
    expect(faults).toEqual(messages.map((message) => ({ rule, message })));
  });
});
