import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source } from 'graphql';

/** Far above what people write. */
const MAX_TOKENS = 5_000;

/**
 * Parses within bounds: of length by counting tokens, of depth by the stack, whose overflow is the caller's fault.
 *
 * @throws GraphQLError
 */
export function parseBounded(source: string | Source, options?: ParseOptions): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: MAX_TOKENS });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new GraphQLError('Syntax Error: the document is nested too deep.', {
      extensions: { code: 'GRAPHQL_PARSE_FAILED' },
    });
  }
}
