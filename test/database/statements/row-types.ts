import ts from 'typescript';

/** The declared TypeScript type of a column. */
export interface DeclaredColumn {
  /** `string`, `number`, `boolean`, `Date`, `Buffer`, `object` or `any`; with `[]` for each dimension of an array. */
  kind: string;
  nullable: boolean;
  /** Whether a row may omit it. */
  optional: boolean;
}

/** Declared type of the rows of a statement. */
export interface RowType {
  /** The type as the source spells it. */
  name: string;
  /** By name, for rows that are objects. */
  columns?: Record<string, DeclaredColumn>;
  /** In order, for rows that are tuples. */
  values?: DeclaredColumn[];
}

/** Reads the declared type of rows; undefined for a type parameter, and for arrays of any length. */
export function rowTypeOf(node: ts.TypeNode, checker: ts.TypeChecker): RowType | undefined {
  const given = checker.getTypeFromTypeNode(node);
  // The type argument of Prisma is that of all rows.
  const [row = given] = checker.isArrayType(given) ? checker.getTypeArguments(given as ts.TypeReference) : [];
  const name = node.getText().replace(/\s+/g, ' ');
  const [tuple] = tuplesOf(row, checker);
  if (tuple) {
    return { name, values: checker.getTypeArguments(tuple).map((type) => columnOf(type, checker)) };
  }
  if (row.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.Unknown) || checker.isArrayType(row))
    return undefined;
  const properties = checker.getPropertiesOfType(row);
  const columns = properties.map((property) => {
    const type = checker.getTypeOfSymbol(property);
    return [
      property.name,
      columnOf(type, checker, Boolean(property.flags & ts.SymbolFlags.Optional)),
    ] as const;
  });
  return { name, columns: Object.fromEntries(columns) };
}

/** The members of a union may be tuples of different contents. The first one determines the length. */
function tuplesOf(type: ts.Type, checker: ts.TypeChecker): ts.TypeReference[] {
  const members = type.isUnion() ? type.types : [type];
  return members.filter((member): member is ts.TypeReference => checker.isTupleType(member));
}

function columnOf(type: ts.Type, checker: ts.TypeChecker, isOptional = false): DeclaredColumn {
  const members = type.isUnion() ? type.types : [type];
  const has = (flag: ts.TypeFlags) => members.some(({ flags }) => flags & flag);
  return {
    kind: kindOf(checker.getNonNullableType(type), checker),
    nullable: has(ts.TypeFlags.Null | ts.TypeFlags.Any | ts.TypeFlags.Unknown),
    optional: isOptional || has(ts.TypeFlags.Undefined),
  };
}

const BASIC: readonly [ts.TypeFlags, string][] = [
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BigIntLike, 'bigint'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, 'any'],
];

function kindOf(type: ts.Type, checker: ts.TypeChecker): string {
  const members = type.isUnion() ? type.types : [type];
  const basic = BASIC.find(([flag]) => members.every(({ flags }) => flags & flag));
  if (basic) return basic[1];
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    return `${element ? kindOf(element, checker) : 'any'}[]`;
  }
  const name = type.symbol?.name ?? '';
  return name === 'Date' || name === 'Buffer' ? name : 'object';
}
