type Operation = {
  operationId: string;
  summary?: string;
  parameters: { description?: string; example?: unknown }[];
  requestBody: { content: Record<string, { schema: unknown; example?: unknown }> };
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties?: Record<string, object>; additionalProperties?: boolean }>;
  };
};

/** A copy with its own enrichment, for tests that damage it. */
export function copyOf(document: object) {
  const copy: Document = JSON.parse(JSON.stringify(document));
  const enrich = copy.paths['/v1/enrich/partnerships']?.post;
  const content = enrich?.requestBody.content['application/json'];
  if (!enrich || !content) throw new Error('the document has no enrichment');
  return { copy, enrich, content };
}
