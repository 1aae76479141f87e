import {
  Definition,
  DefinitionPreview,
  DefinitionVersion,
  DefinitionVersions,
  SavedDefinition,
} from '../schemas/filters.ts';
import { AT, COMPANY, DEFINITION, page, USER } from './examples.ts';
import { CHANGES_LIST, READS_LIST, type RouteDocs } from './route-docs.ts';

const VERSION = { version: 1, author: USER, created_at: AT };
const SAVED = { definition_version: 2, definition: DEFINITION };

export const definitionDocs = {
  getListDefinition: {
    tag: 'Definitions',
    summary: 'The definition of a list',
    description: 'The filter tree that is active now. `ETag` is its version.',
    answers: {
      200: { description: 'The definition.', schema: Definition, headers: ['ETag'], example: DEFINITION },
    },
    errors: READS_LIST,
  },
  replaceDefinition: {
    tag: 'Definitions',
    summary: 'Replace the definition of a list',
    description:
      'Appends a version; members are computed anew when they are next read. With `If-Match` nothing is stored unless the version is the one named. Needs editor access.',
    requestExample: DEFINITION,
    conditional: true,
    answers: {
      200: { description: 'As it was saved.', schema: SavedDefinition, headers: ['ETag'], example: SAVED },
    },
    errors: [...CHANGES_LIST, 'definition_conflict', 'invalid_definition'],
  },
  previewDefinition: {
    tag: 'Definitions',
    summary: 'What a definition would change',
    description:
      'Compares what a definition matches with the current members, with samples of who would come and go. Saves nothing.',
    requestExample: DEFINITION,
    answers: {
      200: {
        description: 'The comparison.',
        schema: DefinitionPreview,
        example: {
          count: 813,
          capped: false,
          added_count: 1,
          removed_count: 0,
          added_sample: [COMPANY],
          removed_sample: [],
        },
      },
    },
    errors: [...READS_LIST, 'definition_conflict', 'invalid_definition'],
  },
  getDefinitionVersions: {
    tag: 'Definitions',
    summary: 'The versions of a definition',
    description: 'Newest first.',
    answers: {
      200: {
        description: 'A page of versions.',
        schema: DefinitionVersions,
        example: page('versions', VERSION),
      },
    },
    errors: READS_LIST,
  },
  getDefinitionVersion: {
    tag: 'Definitions',
    summary: 'One version of a definition',
    description: 'A version with its definition.',
    answers: {
      200: {
        description: 'The version.',
        schema: DefinitionVersion,
        headers: ['ETag'],
        example: { ...VERSION, definition: DEFINITION },
      },
    },
    errors: [...READS_LIST, 'version_not_found'],
  },
  restoreDefinition: {
    tag: 'Definitions',
    summary: 'Take back an earlier version',
    description: 'Appends the earlier definition once more, as a new version. Needs editor access.',
    answers: {
      200: { description: 'As it was saved.', schema: SavedDefinition, headers: ['ETag'], example: SAVED },
    },
    errors: [...CHANGES_LIST, 'version_not_found', 'definition_conflict', 'invalid_definition'],
  },
} as const satisfies Record<string, RouteDocs>;
