import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { redact } from '../lib/credentials.ts';
import type { DocumentCache } from './document-cache.ts';
import { rephrased } from './errors.ts';
import { noIntrospection, withoutSuggestions } from './introspection-off.ts';
import { parseBounded } from './parse.ts';

interface DocumentSettings {
  /** Whether the schema can be read. */
  introspection: boolean;
  /** Maximum size of a document. */
  maxDocumentBytes: number;
  documentCache: DocumentCache;
}

/**
 * Status of errors in a document. `spec` marks that GraphQL over HTTP does not use it for responses in application/json.
 */
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
    const found = validate(this.#schema, document, this.#rules);
    const shown = introspection ? found : found.map(withoutSuggestions);
    const errors = shown.map((error) => rephrased(error, redact));
    for (const error of errors) addCode(error, 'GRAPHQL_VALIDATION_FAILED');
    this.#validated.set(document, errors);
    // A cached document would keep up to a hundred errors alive.
    if (errors.length > 0) documentCache.documents.delete(document.loc?.source.body ?? '');
    return errors;
  }
}

/** Gives an error a code and a status, unless it has them. */
function addCode({ extensions }: GraphQLError, code: string): void {
  extensions.code ??= code;
  extensions.http ??= HTTP;
}
