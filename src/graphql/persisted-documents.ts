import { type APQStore, useAPQ } from '@graphql-yoga/plugin-apq';
import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { Fault } from '../lib/fault.ts';
import { propertyOf } from '../lib/json.ts';
import { textBytes } from './documents.ts';

/** Names a document by the parameter of that name, as the draft of GraphQL over HTTP has it. */
export const DOCUMENT_ID = 'documentId';

/** Optional prefix of a hash, from the draft of GraphQL over HTTP. */
const ALGORITHM = 'sha256:';

/** In bytes, all documents together; a longer one than the second is run, and not kept. */
const STORE_BYTES = 8 * 1024 * 1024;
const MAX_KEPT_BYTES = 128 * 1024;
/** A hash as hexadecimal digits, and the entry. */
const BYTES_PER_ENTRY = 256;

/** Documents by the ids that clients send instead of their texts. Each call returns the same parsed document. */
export type TrustedDocuments = ReadonlyMap<string, () => DocumentNode>;

/** Documents that requests may name. */
export interface NamedDocuments {
  /** The ids lack the prefix `sha256:`. */
  byId: TrustedDocuments;
  /** Whether GraphQL runs no other documents. */
  only: boolean;
}

/**
 * Joins the documents of the operator and those of the console.
 *
 * @param trusted the only documents that GraphQL runs, beside the console's; it runs any if absent.
 */
export function joinDocuments(
  trusted: TrustedDocuments | undefined,
  ofConsole: TrustedDocuments = new Map(),
): NamedDocuments {
  const entries = [...ofConsole, ...(trusted ?? [])];
  const byId = new Map(entries.map(([id, document]) => [withoutAlgorithm(id), document]));
  return { byId, only: trusted !== undefined };
}

/** Lets clients send the hash of a document that they sent before (automatic persisted queries). */
export function usePersistedDocuments(): Plugin {
  // 200, as Apollo Server answers it: the reply is part of the protocol, and clients look for it there.
  return useAPQ({ store: createDocumentStore(), responseConfig: { forceStatusCodeOk: true } });
}

/** Documents by hash, the least used forgotten first: whoever named one sends its text again. */
function createDocumentStore(): APQStore {
  return new LRUCache<string, string>({
    maxSize: STORE_BYTES,
    maxEntrySize: MAX_KEPT_BYTES,
    sizeCalculation: (text) => textBytes(text) + BYTES_PER_ENTRY,
  });
}

/** Parameters of a request that may name a document. */
interface NamingParams {
  query?: unknown;
  extensions?: unknown;
  [DOCUMENT_ID]?: unknown;
}

/**
 * Finds the document that a request names.
 *
 * @param idInUrl value of the query parameter `documentId`.
 * @returns undefined if it names none of these, or sends a text.
 */
export function findNamed(
  { byId }: NamedDocuments,
  { query, extensions, [DOCUMENT_ID]: idInBody }: NamingParams,
  idInUrl?: unknown,
): DocumentNode | undefined {
  const id = idInBody ?? idInUrl ?? propertyOf(propertyOf(extensions, 'persistedQuery'), 'sha256Hash');
  if (query || typeof id !== 'string') return undefined;
  return byId.get(withoutAlgorithm(id))?.();
}

/** Returns whether a request sends a `documentId` and no text. */
export function hasIdAlone({ query, [DOCUMENT_ID]: idInBody }: NamingParams, idInUrl?: unknown): boolean {
  return !query && (idInBody ?? idInUrl ?? undefined) !== undefined;
}

/** Some versions of code generators write `sha256:abc…`, and others `abc…`. Pages and releases of both meet during an upgrade. */
function withoutAlgorithm(id: string): string {
  return id.startsWith(ALGORITHM) ? id.slice(ALGORITHM.length) : id;
}

export function notTrusted(): Fault {
  return new Fault(
    'document_not_trusted',
    'This service runs only trusted documents. Send the id of one, as documentId or as extensions.persistedQuery.sha256Hash, and no query.',
  );
}

/** Returns the fault of a `documentId` without a text that names no document of the service. */
export function unknownDocument(): Fault {
  return new Fault(
    'persisted_query_not_found',
    'No document of this service has this documentId. Send the text of the document as query instead.',
  );
}
