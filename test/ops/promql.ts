import { parser } from '@prometheus-io/lezer-promql';

type Node = ReturnType<typeof parser.parse>['topNode'];

export interface Matcher {
  label: string;
  operator: string;
  value: string;
}

export interface Selector {
  metric: string;
  matchers: Matcher[];
}

/** Labels of `by`, `without`, `on` or `ignoring`, and the metrics that they apply to. */
export interface Grouping {
  labels: string[];
  metrics: string[];
}

export interface Parsed {
  /** Parts of the text that are no PromQL. */
  faults: string[];
  selectors: Selector[];
  groupings: Grouping[];
}

/** Parses an expression by the grammar of Prometheus' own editor. */
export function parsePromQL(text: string): Parsed {
  const textOf = ({ from, to }: Node) => text.slice(from, to);

  function selectorOf(node: Node): Selector {
    const name = node.getChild('Identifier');
    const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
    return {
      metric: name ? textOf(name) : '',
      matchers: matchers.map((matcher) => {
        const [label = '', operator = '', value = ''] = childrenOf(matcher).map(textOf);
        return { label, operator, value: String(JSON.parse(value)) };
      }),
    };
  }

  function groupingOf(node: Node): Grouping {
    // The parent is the clause, and its parent the aggregation or the operator with both operands.
    const scope = node.parent?.parent ?? node;
    return {
      labels: node.getChildren('LabelName').map(textOf),
      metrics: nodesOf(scope, 'VectorSelector').map((selector) => selectorOf(selector).metric),
    };
  }

  const { topNode } = parser.parse(text);
  const faults = [...descendantsOf(topNode)].filter(({ type }) => type.isError);
  return {
    faults: faults.map((node) => `${textOf(node) || 'something is missing'} at ${node.from} of ${text}`),
    selectors: faults.length > 0 ? [] : nodesOf(topNode, 'VectorSelector').map(selectorOf),
    groupings: faults.length > 0 ? [] : nodesOf(topNode, 'GroupingLabels').map(groupingOf),
  };
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

function* descendantsOf(node: Node): Generator<Node> {
  for (const child of childrenOf(node)) {
    yield child;
    yield* descendantsOf(child);
  }
}

function nodesOf(node: Node, name: string): Node[] {
  return [...descendantsOf(node)].filter((each) => each.name === name);
}
