import { type ASTNode, type DocumentNode, Location, type Source, Token, TokenKind } from 'graphql';

const NO_TOKEN = new Token(TokenKind.SOF, 0, 0, 0, 0);

/** Where a node stands in its source, without the tokens: each of those holds on to all others, comments included. */
class NodeLocation extends Location {
  override readonly start: number;
  override readonly end: number;

  constructor(start: number, end: number, source: Source) {
    super(NO_TOKEN, NO_TOKEN, source);
    this.start = start;
    this.end = end;
  }
}

const nodeCounts = new WeakMap<DocumentNode, number>();

/**
 * Takes the tokens out of a document that was just parsed, in place. Errors go on to tell the positions of its nodes.
 *
 * @returns the same document.
 */
export function slimLocations(document: DocumentNode): DocumentNode {
  let nodes = 0;
  const pending: ASTNode[] = [document];
  for (let node = pending.pop(); node; node = pending.pop()) {
    nodes += 1;
    const { loc } = node;
    if (loc) Object.assign(node, { loc: new NodeLocation(loc.start, loc.end, loc.source) });
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) pending.push(...value);
      else if (isNode(value)) pending.push(value);
    }
  }
  nodeCounts.set(document, nodes);
  return document;
}

/** How many nodes a document of slimLocations has. */
export function nodeCountOf(document: DocumentNode): number {
  return nodeCounts.get(document) ?? 0;
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
