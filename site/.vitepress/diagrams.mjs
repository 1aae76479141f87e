// Draws Mermaid's diagrams in the browser, with a library that is part of the site. Drawing during the build would need a
// browser there, because Mermaid measures its texts.

/** Kinds of diagrams that pages may have, by their first word, and Mermaid's modules for them. */
const KINDS = new Map([
  ['flowchart', 'flowDiagram'],
  ['sequenceDiagram', 'sequenceDiagram'],
  ['stateDiagram-v2', 'stateDiagram-v2'],
  ['classDiagram', 'classDiagram'],
  ['erDiagram', 'erDiagram'],
]);

/** Makes components of fences with diagrams. */
export function diagramFences(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info.trim() !== 'mermaid') return fence(tokens, index, ...rest);
    const kind = content.trim().split(/\s/, 1)[0];
    if (!KINDS.has(kind))
      throw new Error(
        `no diagram of the kind "${kind}": write ${[...KINDS.keys()].join(', ')}, or add it to KINDS`,
      );
    return `<Diagram source="${encodeURIComponent(content)}" />\n`;
  };
}

const MODULE = /\/([\w-]+)-[A-Z0-9]{8}\.mjs$/;
const UNUSED = '\0unused-diagram';

/** Leaves all other kinds of Mermaid out: they are two thirds of its code, and the service keeps files in memory. */
export function leaveOutDiagrams() {
  const used = new Set([...KINDS.values(), 'dagre', 'sizeCapture', 'chunk']);
  return {
    name: 'leave-out-diagrams',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (!importer.includes('/node_modules/mermaid/')) return null;
      const module = source === 'katex' ? source : MODULE.exec(source)?.[1];
      return module === undefined || used.has(module) ? null : UNUSED;
    },
    load: (id) => (id === UNUSED ? 'export default {}; export const diagram = {};' : null),
  };
}
