import { type ASTNode, type DocumentNode, Token, TokenKind } from 'graphql';

const NO_TOKEN = new Token(TokenKind.SOF, 0, 0, 0, 0);

const nodeCounts = new WeakMap<DocumentNode, number>();

/**
 * Removes the tokens from a document that was just parsed: each token references all others, comments included. Errors
 * still contain the positions of nodes.
 */
export function slimLocations(document: DocumentNode): DocumentNode {
  let nodes = 0;
  const pending: ASTNode[] = [document];
  for (let node = pending.pop(); node; node = pending.pop()) {
    nodes += 1;
    if (node.loc) Object.assign(node.loc, { startToken: NO_TOKEN, endToken: NO_TOKEN });
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) pending.push(...value);
      else if (isNode(value)) pending.push(value);
    }
  }
  nodeCounts.set(document, nodes);
  return document;
}

/** Returns the number of nodes of a document of slimLocations. */
export function nodeCountOf(document: DocumentNode): number {
  return nodeCounts.get(document) ?? 0;
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
