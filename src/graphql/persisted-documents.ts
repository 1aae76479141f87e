import { type APQStore, useAPQ } from '@graphql-yoga/plugin-apq';
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import type { DocumentNode } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
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

/** Clients may send the hash of a document instead of it: of one that is trusted, or else of one they sent before. */
export function usePersistedDocuments(trusted: TrustedDocuments | undefined): Plugin {
  if (trusted) return useTrusted(trusted);
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

function useTrusted(documents: TrustedDocuments): Plugin {
  return usePersistedOperations({
    extractPersistedOperationId: (params, request) => idOf(params, request.url),
    getPersistedOperation: (id) => documents.get(id) ?? documents.get(withoutAlgorithm(id)) ?? null,
    customErrors: { notFound: notTrusted, keyNotFound: notTrusted, persistedQueryOnly: notTrusted },
  });
}

function idOf({ extensions, ...params }: GraphQLParams, url: string): string | null {
  const named = Reflect.get(params, DOCUMENT_ID) ?? new URL(url).searchParams.get(DOCUMENT_ID);
  const id = named ?? propertyOf(extensions?.persistedQuery, 'sha256Hash');
  return typeof id === 'string' ? id : null;
}

/** `sha256:abc…` is how the draft writes what files of clients have as `abc…`. */
function withoutAlgorithm(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

function notTrusted(): Fault {
  return new Fault(
    'document_not_trusted',
    'This service runs only trusted documents. Send the id of one, as documentId or as extensions.persistedQuery.sha256Hash, and no query.',
  );
}
