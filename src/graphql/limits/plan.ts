import {
  type ArgumentNode,
  type DirectiveNode,
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
  OperationTypeNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type VariableNode,
  visit,
} from 'graphql';
import { FREE } from '../prices.ts';
import { classFunction } from './class-of.ts';
import { introspectionPrice } from './introspection-prices.ts';
import { EMPTY_PLAN, type FieldClass, MOST, type Part, type Plan, type Shape } from './plan-types.ts';
import { conditionOf, priceFunction } from './price-of.ts';
import { sumOf } from './totals.ts';

/** The type that a selection set is of; undefined below a union, whose fields stand in fragments. */
type Parent = GraphQLNamedType | null | undefined;

/** The cost plan of an operation. */
export interface OperationPlan extends Plan {
  /** Names of the variables that its totals depend on. */
  variables: readonly string[];
}

/** Builds the cost plan of a validated operation. Validation guarantees that fragments are acyclic. */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationPlan {
  const planner = new Planner(schema, document, operation);
  const plan = planner.selections(operation.selectionSet, schema.getRootType(operation.operation));
  const outside = [operation, ...(operation.variableDefinitions ?? [])];
  const directives = outside.reduce(
    (sum, node) => sum + (node.directives?.length ?? 0),
    plan.shape.directives,
  );
  return { ...plan, shape: { ...plan.shape, directives }, variables: [...planner.variables] };
}

/** Plans each fragment once: a document of 2^30 fields takes no more work than its text is long. */
class Planner {
  readonly variables = new Set<string>();
  readonly #schema: GraphQLSchema;
  readonly #root: Parent;
  /** The class of root fields that declare none. */
  readonly #rootClass: FieldClass;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #planned = new Map<string, Plan>();

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, { operation }: OperationDefinitionNode) {
    this.#schema = schema;
    this.#root = schema.getRootType(operation);
    this.#rootClass = operation === OperationTypeNode.MUTATION ? 'write' : 'read';
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, definition);
    }
  }

  selections({ selections }: SelectionSetNode, parent: Parent): Plan {
    const shape = { ...EMPTY_PLAN.shape };
    const varying: Part[] = [];
    const parts = selections.map((node) => {
      const planned = node.kind === Kind.FIELD ? this.#field(node, parent) : this.#fragment(node, parent);
      const condition = conditionOf(node.directives);
      const { part } = planned;
      if (condition) part.isIncluded = condition.isIncluded;
      if (condition?.varies) this.#collectVariables(node.directives);
      if (planned.varies || condition?.varies === true || part.below.varying.length > 0) varying.push(part);
      addTo(shape, node, part.below.shape);
      return part;
    });
    const constant = varying.length === 0 ? parts : parts.filter((part) => !varying.includes(part));
    return { shape, parts, varying, fixed: sumOf(constant, {}, new Map(), EMPTY_PLAN.fixed) };
  }

  #field(node: FieldNode, parent: Parent): { part: Part; varies: boolean } {
    const name = node.name.value;
    const field = this.#definition(name, parent);
    const inherited = parent && parent === this.#root ? this.#rootClass : undefined;
    if (!field) return { part: leaf(name, inherited), varies: false };
    const below = node.selectionSet
      ? this.selections(node.selectionSet, getNamedType(field.type))
      : EMPTY_PLAN;
    const fixed = parent && isIntrospectionType(parent) && introspectionPrice(this.#schema, parent, field);
    const price = fixed ? { priceOf: () => fixed, varies: false } : priceFunction(node, field);
    const ownClass = classFunction(node, field, inherited);
    const isPaged = field.args.some((each) => each.name === 'first');
    const isSized = field.args.some((each) => SIZED_BY.has(each.name));
    const { priceOf } = price;
    const { classOf } = ownClass;
    const varies = price.varies || ownClass.varies;
    if (varies) this.#collectVariables(node.arguments);
    return { part: { field: { name, priceOf, classOf, isPaged, isSized }, below }, varies };
  }

  #collectVariables(nodes: readonly (ArgumentNode | DirectiveNode)[] = []): void {
    const take = ({ name }: VariableNode) => void this.variables.add(name.value);
    for (const node of nodes) visit(node, { [Kind.VARIABLE]: take });
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

/** Arguments by which a caller says how many objects a field returns. */
const SIZED_BY: ReadonlySet<string> = new Set(['first', 'ids', 'domains', 'input']);

/** `__typename`, which no type lists among its fields. */
function leaf(name: string, costClass: FieldClass | undefined): Part {
  const field = { name, priceOf: () => FREE, classOf: () => costClass, isPaged: false, isSized: false };
  return { field, below: EMPTY_PLAN };
}

/** Adds a selection to what its set counts: a field is a level of its own, a fragment stands for what it holds. */
function addTo(shape: Shape, node: SelectionNode, below: Shape): void {
  const isField = node.kind === Kind.FIELD;
  shape.depth = Math.max(shape.depth, below.depth + (isField ? 1 : 0));
  shape.fields = Math.min(MOST, shape.fields + (isField ? 1 : below.fields));
  shape.aliases = Math.min(MOST, shape.aliases + below.aliases + (isField && node.alias ? 1 : 0));
  shape.directives = Math.min(MOST, shape.directives + below.directives + (node.directives?.length ?? 0));
}
