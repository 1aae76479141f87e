import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { nodeCountOf } from './parse.ts';

/** Memory for parsed documents. Some thousands fit, and callers rarely send more different ones. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Bytes of a node, its position and its share of cost plans: measured, and rounded up. */
const BYTES_PER_NODE = 400;
const BYTES_PER_DOCUMENT = 2_048;
/** Texts that do not parse may take one part in so many of the budget. Each keeps an error. */
const REFUSED_SHARE = 8;

/** Parsed documents by text, least recently used first out. Cost plans and compiled queries are dropped with them. */
export interface DocumentCache {
  documents: LRUCache<string, DocumentNode>;
  /** Texts that do not parse. */
  errors: LRUCache<string, Error>;
  readonly bytes: number;
}

export function createDocumentCache(maxBytes = MAX_BYTES): DocumentCache {
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

/** Returns the bytes of a text. A character takes one or two; two are counted. */
export function textBytes(text: string): number {
  return text.length * 2;
}
