import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { introspectionPrice } from './introspection-prices.ts';
import { EMPTY_PLAN, MOST, type Part, type Plan, type Shape } from './plan-types.ts';
import { conditionOf, priceFunction } from './price-of.ts';
import { totalsOf } from './totals.ts';

/** The type that a selection set is of; undefined below a union, whose fields stand in fragments. */
type Parent = GraphQLNamedType | null | undefined;

/** Plans how to reckon an operation of a document that passed validation: its fragments end. */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Plan {
  const plan = new Planner(schema, document).selections(
    operation.selectionSet,
    schema.getRootType(operation.operation),
  );
  const outside = [operation, ...(operation.variableDefinitions ?? [])];
  const directives = outside.reduce(
    (sum, node) => sum + (node.directives?.length ?? 0),
    plan.shape.directives,
  );
  return { ...plan, shape: { ...plan.shape, directives } };
}

/** Plans each fragment once: a document of 2^30 fields takes no more work than its text is long. */
class Planner {
  readonly #schema: GraphQLSchema;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #planned = new Map<string, Plan>();

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    this.#schema = schema;
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, definition);
    }
  }

  selections({ selections }: SelectionSetNode, parent: Parent): Plan {
    const shape = { ...EMPTY_PLAN.shape };
    let varies = false;
    const parts = selections.map((node) => {
      const planned = node.kind === Kind.FIELD ? this.#field(node, parent) : this.#fragment(node, parent);
      const condition = conditionOf(node.directives);
      const { part } = planned;
      if (condition) part.isIncluded = condition.isIncluded;
      varies ||= planned.varies || condition?.varies === true || part.below.fixed === undefined;
      addTo(shape, node, part.below.shape);
      return part;
    });
    const plan = { shape, parts };
    return varies ? plan : { ...plan, fixed: totalsOf(plan, {}) };
  }

  #field(node: FieldNode, parent: Parent): { part: Part; varies: boolean } {
    const name = node.name.value;
    const field = this.#definition(name, parent);
    if (!field) return { part: { below: EMPTY_PLAN }, varies: false };
    const below = node.selectionSet
      ? this.selections(node.selectionSet, getNamedType(field.type))
      : EMPTY_PLAN;
    const fixed = parent && isIntrospectionType(parent) && introspectionPrice(this.#schema, parent, field);
    const { priceOf, varies } = fixed ? { priceOf: () => fixed, varies: false } : priceFunction(node, field);
    const isPaged = field.args.some((each) => each.name === 'first');
    return { part: { field: { name, priceOf, isPaged }, below }, varies };
  }

  #definition(name: string, parent: Parent): GraphQLField<unknown, unknown> | undefined {
    if (parent === this.#schema.getQueryType()) {
      const meta = [SchemaMetaFieldDef, TypeMetaFieldDef].find((each) => each.name === name);
      if (meta) return meta;
    }
    return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  }

  #fragment(node: Exclude<SelectionNode, FieldNode>, parent: Parent): { part: Part; varies: boolean } {
    const below =
      node.kind === Kind.INLINE_FRAGMENT
        ? this.selections(node.selectionSet, node.typeCondition ? this.#typeOf(node.typeCondition) : parent)
        : this.#spread(node.name.value);
    return { part: { below }, varies: false };
  }

  #spread(name: string): Plan {
    const known = this.#planned.get(name);
    if (known) return known;
    const fragment = this.#fragments.get(name);
    const plan = fragment
      ? this.selections(fragment.selectionSet, this.#typeOf(fragment.typeCondition))
      : EMPTY_PLAN;
    this.#planned.set(name, plan);
    return plan;
  }

  #typeOf(condition: FragmentDefinitionNode['typeCondition']): Parent {
    return this.#schema.getType(condition.name.value);
  }
}

/** Adds a selection to what its set counts: a field is a level of its own, a fragment stands for what it holds. */
function addTo(shape: Shape, node: SelectionNode, below: Shape): void {
  const isField = node.kind === Kind.FIELD;
  shape.depth = Math.max(shape.depth, below.depth + (isField ? 1 : 0));
  shape.fields = Math.min(MOST, shape.fields + (isField ? 1 : below.fields));
  shape.aliases = Math.min(MOST, shape.aliases + below.aliases + (isField && node.alias ? 1 : 0));
  shape.directives = Math.min(MOST, shape.directives + below.directives + (node.directives?.length ?? 0));
}
