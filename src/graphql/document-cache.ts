import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { nodeCountOf } from './slim-locations.ts';

/** A node, its position, and its part in plans of costs: measured, and rounded up. */
const BYTES_PER_NODE = 400;
const BYTES_PER_DOCUMENT = 2_048;
/** Refused texts keep an error each; the share of the budget that they may have. */
const REFUSED_SHARE = 8;

/** Parsed documents by their text, the least used forgotten first. Everything that hangs on a document goes with it. */
export interface DocumentCache {
  documents: LRUCache<string, DocumentNode>;
  /** Texts that do not parse. */
  errors: LRUCache<string, Error>;
  readonly bytes: number;
}

export function createDocumentCache(maxBytes: number): DocumentCache {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: maxBytes - Math.floor(maxBytes / REFUSED_SHARE),
    sizeCalculation: (document, text) =>
      textBytes(text) + nodeCountOf(document) * BYTES_PER_NODE + BYTES_PER_DOCUMENT,
  });
  const errors = new LRUCache<string, Error>({
    maxSize: Math.floor(maxBytes / REFUSED_SHARE),
    sizeCalculation: (_error, text) => textBytes(text) + BYTES_PER_DOCUMENT,
  });
  return {
    documents,
    errors,
    get bytes() {
      return documents.calculatedSize + errors.calculatedSize;
    },
  };
}

/** A character takes one byte or two: two are counted. */
export function textBytes(text: string): number {
  return text.length * 2;
}
