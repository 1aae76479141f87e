import { type DocumentNode, Token, TokenKind, visit } from 'graphql';

const NO_TOKEN = new Token(TokenKind.SOF, 0, 0, 0, 0);

const nodeCounts = new WeakMap<DocumentNode, number>();

/**
 * Removes the tokens from a document that was just parsed: each token references all others, comments included. Errors
 * still contain the positions of nodes.
 */
export function slimLocations(document: DocumentNode): DocumentNode {
  let nodes = 0;
  visit(document, {
    enter({ loc }) {
      nodes += 1;
      if (loc) Object.assign(loc, { startToken: NO_TOKEN, endToken: NO_TOKEN });
    },
  });
  nodeCounts.set(document, nodes);
  return document;
}

/** Returns the number of nodes of a document of slimLocations. */
export function nodeCountOf(document: DocumentNode): number {
  return nodeCounts.get(document) ?? 0;
}
