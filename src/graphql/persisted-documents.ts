import { type APQStore, useAPQ } from '@graphql-yoga/plugin-apq';
import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { Fault } from '../lib/fault.ts';
import { propertyOf } from '../lib/property.ts';
import { textBytes } from './document-cache.ts';

/** Names a document by the parameter of that name, as the draft of GraphQL over HTTP has it. */
export const DOCUMENT_ID = 'documentId';

/** In bytes, all documents together; a longer one than the second is run, and not kept. */
const STORE_BYTES = 8 * 1024 * 1024;
const MAX_KEPT_BYTES = 128 * 1024;
/** A hash as hexadecimal digits, and the entry. */
const BYTES_PER_ENTRY = 256;

/** The only documents that GraphQL runs, by the ids that clients send. */
export type TrustedDocuments = ReadonlyMap<string, DocumentNode>;

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
 * Finds the trusted document that a request names.
 *
 * @param idInUrl value of the query parameter `documentId`.
 * @returns undefined if it names none, or sends a text.
 */
export function findTrusted(
  documents: TrustedDocuments,
  { query, extensions, [DOCUMENT_ID]: idInBody }: NamingParams,
  idInUrl?: unknown,
): DocumentNode | undefined {
  const id = idInBody ?? idInUrl ?? propertyOf(propertyOf(extensions, 'persistedQuery'), 'sha256Hash');
  if (query || typeof id !== 'string') return undefined;
  return documents.get(id) ?? documents.get(withoutAlgorithm(id));
}

/** `sha256:abc…` is how the draft writes what files of clients have as `abc…`. */
function withoutAlgorithm(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

export function notTrusted(): Fault {
  return new Fault(
    'document_not_trusted',
    'This service runs only trusted documents. Send the id of one, as documentId or as extensions.persistedQuery.sha256Hash, and no query.',
  );
}
