import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isIntrospectionType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  TypeNameMetaFieldDef,
} from 'graphql';
import { fieldCost, inclusionOf } from './field-cost.ts';
import { bounded, type Counts, EMPTY_PLAN, type Plan, type Selection } from './plan.ts';
import { introspectionPrice } from './prices.ts';
import { sumOf } from './totals.ts';

/** Cost plan of an operation. */
export interface OperationPlan extends Plan {
  /** Names of the variables on which its totals depend. */
  variables: readonly string[];
}

/** Builds the cost plan of a validated operation. Validation guarantees that fragments are acyclic. */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationPlan {
  const planner = new Planner(schema, document, operation);
  const plan = planner.plan(operation);
  const counts = { ...plan.counts };
  for (const { directives = [] } of [operation, ...(operation.variableDefinitions ?? [])])
    counts.directives += directives.length;
  return { ...plan, counts, variables: [...planner.variables] };
}

/** Walks an operation once, and each fragment once: 2^30 fields take no more work than their text is long. */
class Planner {
  readonly variables = new Set<string>();
  readonly #schema: GraphQLSchema;
  readonly #types: TypeInfo;
  readonly #operation: OperationTypeNode;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #planned = new Map<string, Plan>();

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, { operation }: OperationDefinitionNode) {
    this.#schema = schema;
    this.#types = new TypeInfo(schema);
    this.#operation = operation;
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, definition);
    }
  }

  plan(node: ASTNode & { selectionSet: SelectionSetNode }): Plan {
    this.#types.enter(node);
    const plan = this.#planSet(node.selectionSet);
    this.#types.leave(node);
    return plan;
  }

  #planSet(set: SelectionSetNode): Plan {
    this.#types.enter(set);
    const counts = { ...EMPTY_PLAN.counts };
    const selections = set.selections.map((node) => {
      const selection = this.#select(node);
      addTo(counts, node, selection.below.counts);
      return selection;
    });
    this.#types.leave(set);
    const varying = selections.filter(({ varies }) => varies);
    const constant = selections.filter(({ varies }) => !varies);
    return { counts, selections, varying, fixed: sumOf(constant, {}, new Map(), EMPTY_PLAN.fixed) };
  }

  #select(node: SelectionNode): Selection {
    if (node.kind === Kind.FIELD) return this.#field(node);
    const below = node.kind === Kind.INLINE_FRAGMENT ? this.plan(node) : this.#spread(node.name.value);
    return { below, ...this.#inclusion(node, below) };
  }

  #spread(name: string): Plan {
    const fragment = this.#fragments.get(name);
    const plan = this.#planned.get(name) ?? (fragment ? this.plan(fragment) : EMPTY_PLAN);
    this.#planned.set(name, plan);
    return plan;
  }

  #field(node: FieldNode): Selection {
    this.#types.enter(node);
    const parent = this.#types.getParentType();
    const field = this.#types.getFieldDef() ?? TypeNameMetaFieldDef;
    const below = node.selectionSet ? this.#planSet(node.selectionSet) : EMPTY_PLAN;
    this.#types.leave(node);
    const isBelowSchema = parent && isIntrospectionType(parent);
    const price = isBelowSchema ? introspectionPrice(this.#schema, parent, field) : undefined;
    const isRoot = parent === this.#schema.getRootType(this.#operation);
    const rootClass = this.#operation === OperationTypeNode.MUTATION ? 'write' : 'read';
    const cost = fieldCost(node, field, isRoot ? rootClass : undefined, price);
    return {
      name: node.name.value,
      below,
      costOf: cost.of,
      ...this.#inclusion(node, below, cost.variables),
    };
  }

  #inclusion({ directives }: SelectionNode, below: Plan, ownVariables: Iterable<string> = []) {
    const inclusion = inclusionOf(directives);
    const names = [...ownVariables, ...(inclusion?.variables ?? [])];
    for (const name of names) this.variables.add(name);
    return { isIncluded: inclusion?.of, varies: names.length > 0 || below.varying.length > 0 };
  }
}

/** Adds a selection to the counts of its set. A field is a level of its own; a fragment stands for its content. */
function addTo(counts: Counts, node: SelectionNode, below: Counts): void {
  const isField = node.kind === Kind.FIELD;
  const isAlias = isField && node.alias !== undefined;
  counts.depth = Math.max(counts.depth, below.depth + (isField ? 1 : 0));
  counts.fields = bounded(counts.fields + below.fields + (isField ? 1 : 0));
  counts.rootFields = bounded(counts.rootFields + (isField ? 1 : below.rootFields));
  counts.aliases = bounded(counts.aliases + below.aliases + (isAlias ? 1 : 0));
  counts.directives = bounded(counts.directives + below.directives + (node.directives?.length ?? 0));
}
