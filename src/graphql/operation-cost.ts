import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { type Charge, COST_CLASSES, type CostClass, ONE_READ } from '../modules/limits/cost-class.ts';
import { schema } from './schema.ts';

/** What an operation costs: always, and when a variable is true. */
export interface OperationCost {
  charges: readonly Charge[];
  conditional: readonly ConditionalCharge[];
}

interface ConditionalCharge extends Charge {
  variable: string;
  /** What holds when the variable is not given. */
  byDefault: boolean;
}

type Variables = Readonly<Record<string, unknown>> | null | undefined;

const known = new WeakMap<DocumentNode, Map<string, OperationCost>>();

/**
 * The cost of an operation of a valid document. A root field costs one point of the class that it declares
 * (`extensions: { costClass }`), else of read or, in a mutation, of write; `free` costs nothing. A field further down
 * costs a point if it declares a class. Every occurrence counts, behind an alias and in every spread of a fragment.
 */
export function costOf(document: DocumentNode, operationName?: string | null): OperationCost {
  const name = operationName ?? '';
  // Any text can be sent as a name: only those that the document has are kept.
  if (!getOperationAST(document, operationName)) return reckon(document, operationName);
  const costs = known.get(document) ?? new Map<string, OperationCost>();
  known.set(document, costs);
  const cost = costs.get(name) ?? reckon(document, operationName);
  costs.set(name, cost);
  return cost;
}

/** What comes on top because of the variables, which a caller may send in any form. */
export function conditionalCharges({ conditional }: OperationCost, variables: Variables): readonly Charge[] {
  return merge(
    conditional.filter(({ variable, byDefault }) =>
      variables?.[variable] === undefined ? byDefault : variables[variable] === true,
    ),
  );
}

/** All that an operation costs with these variables. */
export function chargesOf(cost: OperationCost, variables: Variables): readonly Charge[] {
  if (cost.conditional.length === 0) return cost.charges;
  return merge([...cost.charges, ...conditionalCharges(cost, variables)]);
}

/** One charge for each class, in the order of classes. */
function merge(charges: readonly Charge[]): readonly Charge[] {
  return COST_CLASSES.flatMap((costClass) => {
    const own = charges.filter((charge) => charge.costClass === costClass);
    const points = own.reduce((sum, charge) => sum + charge.points, 0);
    return points > 0 ? [{ costClass, points }] : [];
  });
}

function reckon(document: DocumentNode, operationName: string | null | undefined): OperationCost {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  // There is no such operation: it is refused before it runs.
  if (!operation || !root) return { charges: ONE_READ, conditional: [] };
  const tally = new Reckoning(document, operation).tallyOf(operation.selectionSet, root);
  const terms = [...tally.values()];
  return {
    charges: merge(terms.filter(({ variable }) => variable === undefined)),
    conditional: terms.flatMap(({ variable, ...charge }) =>
      variable === undefined
        ? []
        : [{ ...charge, variable, byDefault: isTrueByDefault(operation, variable) }],
    ),
  };
}

interface Term extends Charge {
  /** Costs this only when the variable is true. */
  variable: string | undefined;
}

type Tally = Map<string, Term>;

class Reckoning {
  readonly #operation: OperationDefinitionNode;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** A fragment is reckoned once: fragments that spread each other twice would take for ever otherwise. */
  readonly #known = new Map<string, Tally>();

  constructor(document: DocumentNode, operation: OperationDefinitionNode) {
    this.#operation = operation;
    this.#fragments = new Map(
      document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
      ),
    );
  }

  tallyOf({ selections }: SelectionSetNode, parent: GraphQLNamedType): Tally {
    const tally: Tally = new Map();
    for (const selection of selections) {
      switch (selection.kind) {
        case Kind.FIELD:
          this.#addField(tally, selection, parent);
          break;
        case Kind.INLINE_FRAGMENT: {
          const type = typeNamed(selection.typeCondition?.name.value) ?? parent;
          addAll(tally, this.tallyOf(selection.selectionSet, type));
          break;
        }
        case Kind.FRAGMENT_SPREAD:
          addAll(tally, this.#tallyOfFragment(selection.name.value));
      }
    }
    return tally;
  }

  #addField(tally: Tally, node: FieldNode, parent: GraphQLNamedType): void {
    const hasFields = isObjectType(parent) || isInterfaceType(parent);
    const field = hasFields ? parent.getFields()[node.name.value] : undefined;
    const costClass = this.#classOf(field?.extensions ?? {}, parent);
    const condition = conditionOf(node, field?.extensions.costWhen);
    if (costClass && condition !== false) {
      const variable = condition === true ? undefined : condition;
      addAll(tally, new Map([['', { costClass, points: 1, variable }]]));
    }
    if (field && node.selectionSet) addAll(tally, this.tallyOf(node.selectionSet, getNamedType(field.type)));
  }

  #classOf(
    { costClass: declared }: { costClass?: unknown },
    parent: GraphQLNamedType,
  ): CostClass | undefined {
    if (declared === 'free') return undefined;
    if (declared !== undefined)
      return COST_CLASSES.find((each) => each === declared) ?? unknownClass(declared);
    if (parent !== schema.getRootType(this.#operation.operation)) return undefined;
    return this.#operation.operation === OperationTypeNode.MUTATION ? 'write' : 'read';
  }

  #tallyOfFragment(name: string): Tally {
    const known = this.#known.get(name);
    if (known) return known;
    const fragment = this.#fragments.get(name);
    const type = fragment && typeNamed(fragment.typeCondition.name.value);
    const tally = fragment && type ? this.tallyOf(fragment.selectionSet, type) : new Map();
    this.#known.set(name, tally);
    return tally;
  }
}

function unknownClass(declared: unknown): never {
  throw new Error(`a field declares the cost class ${String(declared)}, which there is not`);
}

function typeNamed(name: string | undefined): GraphQLNamedType | undefined {
  return name === undefined ? undefined : schema.getType(name);
}

/** A field may declare (`costWhen`) that it has its class only while an argument is true: known, or up to a variable. */
function conditionOf({ arguments: given = [] }: FieldNode, costWhen: unknown): boolean | string {
  if (typeof costWhen !== 'string') return true;
  const value = given.find(({ name }) => name.value === costWhen)?.value;
  if (value?.kind === Kind.VARIABLE) return value.name.value;
  return value?.kind === Kind.BOOLEAN && value.value;
}

function isTrueByDefault({ variableDefinitions = [] }: OperationDefinitionNode, name: string): boolean {
  const value = variableDefinitions.find(({ variable }) => variable.name.value === name)?.defaultValue;
  return value?.kind === Kind.BOOLEAN && value.value;
}

function addAll(tally: Tally, more: Tally): void {
  for (const { costClass, points, variable } of more.values()) {
    const key = `${costClass} ${variable ?? ''}`;
    const term = tally.get(key);
    tally.set(key, { costClass, variable, points: points + (term?.points ?? 0) });
  }
}
