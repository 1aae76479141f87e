import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { FairQueue } from '../lib/fair-queue.ts';
import { Fault } from '../lib/fault.ts';
import { redact } from '../lib/text.ts';
import { rephrased, toHttpError } from './errors.ts';
import { overlapErrorOf } from './overlaps.ts';
import { nodeCountOf, parseBounded } from './parse.ts';
import { INTROSPECTION_FIELDS } from './public-introspection.ts';

interface DocumentSettings {
  /** Whether the schema can be read. */
  introspection: boolean;
  /** Maximum size of a document. */
  maxDocumentBytes: number;
  documentCache: DocumentCache;
}

/** Marks errors in a document, which clients that accept only application/json read from a response with status 200. */
const HTTP = { status: 400, spec: true };

/** Parses and validates the documents of callers. Each text that is sent again is found in the cache. */
export class Documents {
  readonly #schema: GraphQLSchema;
  readonly #settings: DocumentSettings;
  readonly #rules: readonly ValidationRule[];
  /** Results of validation. They are dropped with their documents. */
  readonly #validated = new WeakMap<DocumentNode, readonly GraphQLError[]>();

  constructor(schema: GraphQLSchema, settings: DocumentSettings) {
    this.#schema = schema;
    this.#settings = settings;
    this.#rules = settings.introspection ? specifiedRules : [...specifiedRules, noIntrospection];
  }

  /**
   * @throws GraphQLError GRAPHQL_PARSE_FAILED
   * @throws Fault document_too_large
   */
  parse(text: string): DocumentNode {
    const { maxDocumentBytes, documentCache } = this.#settings;
    const { documents, errors } = documentCache;
    const known = documents.get(text);
    if (known) return known;
    const refused = errors.get(text);
    if (refused) throw refused;
    try {
      const document = parseBounded(text, maxDocumentBytes);
      documents.set(text, document);
      return document;
    } catch (thrown) {
      const error = thrown instanceof GraphQLError ? rephrased(thrown, redact) : thrown;
      if (error instanceof GraphQLError) addCode(error, 'GRAPHQL_PARSE_FAILED');
      if (error instanceof Error) errors.set(text, error);
      throw error;
    }
  }

  /** Returns the errors of a document; none if it is valid. */
  validate(document: DocumentNode): readonly GraphQLError[] {
    const known = this.#validated.get(document);
    if (known) return known;
    const { introspection, documentCache } = this.#settings;
    const found = validateBounded(this.#schema, document, this.#rules);
    const shown = introspection ? found : found.map(withoutSuggestions);
    const errors = shown.map((error) => rephrased(error, redact));
    for (const error of errors) addCode(error, 'GRAPHQL_VALIDATION_FAILED');
    this.#validated.set(document, errors);
    // A cached document would keep up to a hundred errors alive.
    if (errors.length > 0) documentCache.documents.delete(document.loc?.source.body ?? '');
    return errors;
  }
}

/** Validates a document whose fields can be compared in a short time, and refuses others by one error. */
export function validateBounded(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[] = specifiedRules,
): readonly GraphQLError[] {
  const refused = overlapErrorOf(document);
  return refused ? [refused] : validate(schema, document, rules);
}

/** Long documents that are new to the process. Checking one blocks the thread for milliseconds: one a turn. */
export const newDocuments = new FairQueue({ perTurn: 1 });

/** Gives an error a code and a status, unless it has them. */
function addCode({ extensions }: GraphQLError, code: string): void {
  extensions.code ??= code;
  extensions.http ??= HTTP;
}

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

/** Refuses `__schema` and `__type`. `__typename` reveals nothing that the caller has not named. */
const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (!INTROSPECTION_FIELDS.has(node.name.value)) return;
    const fault = new Fault(
      'introspection_disabled',
      'The operator of this service has disabled introspection. Read the schema in the documentation, or ask the operator.',
    );
    context.reportError(toHttpError(new GraphQLError(fault.message, { nodes: node, originalError: fault })));
  },
});

/** Removes "Did you mean …?" from a message of graphql-js, which names parts of the schema. */
export const withoutSuggestions = (error: GraphQLError): GraphQLError =>
  rephrased(error, (message) => message.replace(/ Did you mean [^?]*\?/g, ''));
