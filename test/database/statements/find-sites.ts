import { join, relative } from 'node:path';
import ts from 'typescript';
import { type RowType, rowTypeOf } from './row-types.ts';

/** Way of sending a statement: by node-postgres, as texts without a description, by COPY, or by Prisma. */
export type Way = 'query' | 'texts' | 'copy' | 'prisma';

/** An expression in src/ that is sent to PostgreSQL as a statement. */
export interface Site {
  source: ts.SourceFile;
  /** Path below src/. */
  file: string;
  /** Name of the function that sends it. */
  owner: string;
  way: Way;
  statement: ts.Expression;
  row: RowType | undefined;
}

/** Functions whose second argument is a statement. */
const SENDERS: ReadonlyMap<string, Way> = new Map([
  ['readTexts', 'texts'],
  ['takeTexts', 'texts'],
  ['copyRows', 'copy'],
  ['readPackedRows', 'copy'],
  ['readWindowedPostings', 'copy'],
]);

/** Finds every place in src/ that sends SQL, with the type that it declares for the rows. */
export function findSites(root: string): Site[] {
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const isOwn = (name: string) => /^src\/(?!generated\/)/.test(relative(root, name));
  const program = ts.createProgram(fileNames.filter(isOwn), { ...options, incremental: false });
  const checker = program.getTypeChecker();
  const sites: Site[] = [];
  for (const source of program.getSourceFiles().filter(({ fileName }) => isOwn(fileName))) {
    const file = relative(join(root, 'src'), source.fileName);
    const visit = (node: ts.Node): void => {
      const sent = statementIn(node, checker);
      const owner = ownerOf(node);
      if (sent && !SENDERS.has(owner)) {
        const row = sent.row && rowTypeOf(sent.row, checker);
        sites.push({ source, file, owner, way: sent.way, statement: sent.statement, row });
      }
      ts.forEachChild(node, visit);
    };
    // It sends the statements that callers pass to copyRows.
    if (file !== 'database/copy-reader.ts') visit(source);
  }
  return sites;
}

interface Sent {
  way: Way;
  statement: ts.Expression;
  row: ts.TypeNode | undefined;
}

function statementIn(node: ts.Node, checker: ts.TypeChecker): Sent | undefined {
  if (ts.isTaggedTemplateExpression(node) && /\$(query|execute)Raw$/.test(node.tag.getText())) {
    return { way: 'prisma', statement: node.template, row: node.typeArguments?.[0] };
  }
  if (!ts.isCallExpression(node)) return undefined;
  const { expression: callee, arguments: args, typeArguments } = node;
  if (args[0] && ts.isPropertyAccessExpression(callee) && callee.name.text === '$queryRawUnsafe') {
    return { way: 'prisma', statement: args[0], row: typeArguments?.[0] };
  }
  const way = ts.isIdentifier(callee) ? SENDERS.get(callee.text) : undefined;
  if (way) return args[1] && { way, statement: args[1], row: typeArguments?.[0] };
  const [statement] = args;
  const isQuery = statement && ts.isPropertyAccessExpression(callee) && callee.name.text === 'query';
  const declaration = isQuery && checker.getResolvedSignature(node)?.declaration;
  if (!declaration || !/\/@types\/pg(-|\/)/.test(declaration.getSourceFile().fileName)) return undefined;
  return { way: 'query', statement, row: typeArguments?.[0] };
}

/** Returns the name of the innermost function around a node that has one. */
function ownerOf(node: ts.Node): string {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) return at.name?.getText() ?? 'default';
    const variable = ts.isVariableDeclaration(at) || ts.isPropertyAssignment(at) ? at : undefined;
    if (variable?.initializer && ts.isArrowFunction(variable.initializer)) return variable.name.getText();
  }
  return '(module)';
}
