import ts from 'typescript';

/** JavaScript of a statement that requires only the imports and declarations of its module. */
export interface Variant {
  code: string;
  /** Arguments that only a caller in another file has. The code reads them as properties of `$`. */
  inputs: string[];
}

/** The origin of a local name. `path` selects a part of it, such as `.name`. */
interface Origin {
  path: string;
  value?: ts.Expression;
  /** For a loop variable: the values that it takes one after another. */
  each?: ts.Expression;
  parameter?: { of: ts.SignatureDeclaration; index: number };
}

/**
 * Finds all statements that an expression can evaluate to: both branches of a choice, each entry of a table, and the
 * arguments that functions of the file pass to the one that sends it. Values of parameters are ignored.
 *
 * @returns no variants if the expression depends on the result of an earlier statement.
 */
export function variantsOf(expression: ts.Expression): Variant[] {
  if (ts.isParenthesizedExpression(expression)) return variantsOf(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [...variantsOf(expression.whenTrue), ...variantsOf(expression.whenFalse)];
  if (ts.isElementAccessExpression(expression) && !ts.isStringLiteral(expression.argumentExpression)) {
    return allOf(variantsOf(expression.expression));
  }
  if (ts.isObjectLiteralExpression(expression)) return objectVariants(expression);
  const origin = ts.isIdentifier(expression) ? originOf(expression) : undefined;
  if (origin?.each && origin.path === '') return allOf(plainVariants(origin.each));
  return origin ? followed(origin, expression.getText(), variantsOf) : plainVariants(expression);
}

/** Selects the values of an object or an array instead of the object itself. */
function allOf(variants: readonly Variant[]): Variant[] {
  return variants.map(({ code, inputs }) => ({ code: `Object.values(${code})`, inputs }));
}

function objectVariants(expression: ts.ObjectLiteralExpression): Variant[] {
  const parts = expression.properties
    .filter(({ name }) => name?.getText() !== 'values')
    .map((property): Variant[] => {
      if (ts.isSpreadAssignment(property)) return prefixed('...', variantsOf(property.expression));
      if (ts.isShorthandPropertyAssignment(property))
        return prefixed(`${property.name.text}: `, variantsOf(property.name));
      return ts.isPropertyAssignment(property)
        ? prefixed(`${property.name.getText()}: `, plainVariants(property.initializer))
        : [];
    });
  return combined(parts).map(({ codes, inputs }) => ({ code: `({ ${codes.join(', ')} })`, inputs }));
}

function prefixed(prefix: string, variants: readonly Variant[]): Variant[] {
  return variants.map(({ code, inputs }) => ({ code: prefix + code, inputs }));
}

/** Evaluates an expression unchanged, with the local names that it uses. Fields of the object become inputs. */
function plainVariants(expression: ts.Expression): Variant[] {
  const names = localNames(expression);
  if (!names) return [];
  const text = expression.getText();
  const fields = [...text.matchAll(FIELD)].map(([, name = '']) => name);
  const values = names.map((name) => {
    const origin = originOf(name);
    return origin ? followed(origin, name.text, plainVariants) : [];
  });
  return combined(values).map(({ codes, inputs }) => ({
    code: `((${names.map((name) => name.text).join(', ')}) => (${text.replace(FIELD, '$.$1')}))(${codes.join(', ')})`,
    inputs: [...inputs, ...fields],
  }));
}

const FIELD = /\bthis\.#?(\w+)/g;

/** Returns every combination of one variant for each part. */
function combined(parts: readonly Variant[][]): { codes: string[]; inputs: string[] }[] {
  return parts.reduce<{ codes: string[]; inputs: string[] }[]>(
    (rows, variants) =>
      rows.flatMap((row) =>
        variants.map(({ code, inputs }) => ({
          codes: [...row.codes, code],
          inputs: [...new Set([...row.inputs, ...inputs])],
        })),
      ),
    [{ codes: [], inputs: [] }],
  );
}

/** Finds the values of a local name. It becomes an input if a caller or an earlier statement determines it. */
function followed(
  { path, value, parameter }: Origin,
  name: string,
  variants: (expression: ts.Expression) => Variant[],
): Variant[] {
  const sources = value ? [value] : parameter ? argumentsFor(parameter.of, parameter.index) : [];
  const found = sources.flatMap((source) => (path === '' ? variants(source) : plainVariants(source)));
  if (found.length === 0) return [{ code: `$.${name}`, inputs: [name] }];
  return found.map(({ code, inputs }) => ({ code: code + path, inputs }));
}

/** Returns the arguments of all calls to a function of the file; none if other files can call it as well. */
function argumentsFor(callee: ts.SignatureDeclaration, index: number): ts.Expression[] {
  const isPrivate = ts.isMethodDeclaration(callee) && ts.isPrivateIdentifier(callee.name);
  const isLocal = ts.isFunctionDeclaration(callee) && !ts.getModifiers(callee)?.some(isExport);
  if (!isPrivate && !isLocal) return [];
  const name = callee.name?.getText();
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      const argument = node.arguments[index];
      if (called.getText() === name && argument) found.push(argument);
    }
    if (node !== callee) ts.forEachChild(node, visit);
  };
  visit(callee.getSourceFile());
  return found;
}

function isExport({ kind }: ts.Modifier): boolean {
  return kind === ts.SyntaxKind.ExportKeyword;
}

/** Returns the local names that an expression uses; undefined if it depends on an earlier statement. */
function localNames(expression: ts.Expression): ts.Identifier[] | undefined {
  const names = new Map<string, ts.Identifier>();
  let isPlain = true;
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isAwaitExpression(node)) isPlain = false;
    if (ts.isIdentifier(node) && originOf(node)) names.set(node.text, node);
    if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else if (ts.isPropertyAssignment(node)) visit(node.initializer);
    // Parameters of a function inside the expression are part of it.
    else if (ts.isArrowFunction(node)) visit(node.body);
    else ts.forEachChild(node, visit);
  };
  visit(expression);
  for (const [name, node] of names) {
    const origin = originOf(node);
    const of = origin?.parameter?.of;
    if (of && of.pos >= expression.pos && of.end <= expression.end) names.delete(name);
  }
  return isPlain ? [...names.values()] : undefined;
}

/** Finds the nearest declaration of a name around its use; undefined for imports and declarations of the module. */
function originOf(use: ts.Identifier): Origin | undefined {
  for (let at: ts.Node = use.parent; at && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at)) {
      for (const [index, { name }] of at.parameters.entries()) {
        const path = pathIn(name, use.text);
        if (path !== undefined) return { path, parameter: { of: at, index } };
      }
    }
    for (const { name, initializer } of declarationsIn(at)) {
      const path = pathIn(name, use.text);
      if (path === undefined) continue;
      if (ts.isForOfStatement(at)) return { path, each: at.expression };
      // An empty array is filled later.
      const isKnown = initializer && initializer.getText() !== '[]';
      return isKnown ? { path, value: initializer } : { path };
    }
  }
  return undefined;
}

function declarationsIn(node: ts.Node): readonly ts.VariableDeclaration[] {
  if (ts.isBlock(node)) return node.statements.flatMap(declarationsIn);
  if (ts.isVariableStatement(node)) return node.declarationList.declarations;
  const isLoop = ts.isForStatement(node) || ts.isForOfStatement(node);
  return isLoop && node.initializer && ts.isVariableDeclarationList(node.initializer)
    ? node.initializer.declarations
    : [];
}

/** Returns the path of a name in a pattern: `.name` in `{ name }`, '' in `name`; undefined if it is absent. */
function pathIn(binding: ts.BindingName, name: string): string | undefined {
  if (ts.isIdentifier(binding)) return binding.text === name ? '' : undefined;
  for (const [index, element] of binding.elements.entries()) {
    if (!ts.isBindingElement(element)) continue;
    const rest = pathIn(element.name, name);
    const key = (element.propertyName ?? element.name).getText();
    if (rest !== undefined) return ts.isArrayBindingPattern(binding) ? `[${index}]${rest}` : `.${key}${rest}`;
  }
  return undefined;
}
