// Differences between the builds that `--root` can name.

/** Fields of a detection, which stand at the edge; older builds have them at the node. */
const DETECTION = ['detectionCount', 'firstSeen', 'lastSeen'];

/**
 * Returns the selection of a company's technologies for a build of the service.
 *
 * @param ask sends a query and returns its data
 * @returns {fields, read}: the fields of a connection, and a function that makes one object of an edge
 */
export async function technologyEdges(ask) {
  const { __type: type } = await ask('{ __type(name: "Technology") { fields { name } } }');
  const atNode = type.fields.some(({ name }) => name === DETECTION[0]);
  const fields = DETECTION.join(' ');
  return {
    fields: atNode
      ? `edges { node { techKey displayName ${fields} } }`
      : `edges { ${fields} node { techKey displayName } }`,
    read: ({ node, ...edge }) => ({ ...node, ...edge }),
  };
}

/** Returns the type of an argument of Query: ids were numbers in older builds. */
export async function argumentType(ask, field, argument) {
  const { __type: type } = await ask(
    '{ __type(name: "Query") { fields { name args { name type { ofType { name } } } } } }',
  );
  const { args } = type.fields.find(({ name }) => name === field);
  return `${args.find(({ name }) => name === argument).type.ofType.name}!`;
}
