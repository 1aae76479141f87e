import { register } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import ts from 'typescript';
import { findSites, type Site } from '../statements/find-sites.ts';
import type { Statement } from '../statements/statement.ts';
import { type Variant, variantsOf } from '../statements/variants.ts';

// Prints the statements of src/ as JSON. Modules do not export them. So each module is loaded with functions appended
// that return its statements.
const root = dirname(fileURLToPath(import.meta.resolve('../../../package.json')));

type Examples = Readonly<Record<string, readonly Record<string, unknown>[]>>;
type Evaluate = (example: Record<string, unknown>) => unknown;

interface Module {
  url: string;
  sites: (Site & { variants: Variant[] })[];
}

function groupByModule(): Module[] {
  const modules = new Map<string, Module>();
  for (const site of findSites(root)) {
    const url = pathToFileURL(site.source.fileName).href;
    const module = modules.get(url) ?? { url, sites: [] };
    modules.set(url, module);
    module.sites.push({
      ...site,
      variants: isTemplate(site) ? [prismaVariant(site)] : variantsOf(site.statement),
    });
  }
  return [...modules.values()];
}

/** Prisma's statements are templates, except those that share SQL with others. */
const isTemplate = ({ way, statement }: Site) => way === 'prisma' && ts.isTemplateLiteral(statement);

/** Prisma sends the values of a template as parameters. */
function prismaVariant({ statement }: Site): Variant {
  const text = ts.isTemplateExpression(statement)
    ? statement.templateSpans.reduce(
        (sql, { literal }, index) => `${sql}$${index + 1}${literal.text}`,
        statement.head.text,
      )
    : statement.getText().slice(1, -1);
  return { code: JSON.stringify(text), inputs: [] };
}

function compile({ sites }: Module): string {
  const lists = sites.map(({ variants }) => `[${variants.map(({ code }) => `($) => (${code})`).join(', ')}]`);
  const text = `${sites[0]?.source.text}\nexport const $statements = [${lists.join(', ')}];\n`;
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

/** Returns the key of the examples of a site. */
function keyOf({ file, owner }: { file: string; owner: string }): string {
  return `${file.replace(/^modules\/|\.ts$/g, '')}.${owner}`;
}

/** Runs the variants of a site. A variant with inputs runs once for each example that has all of them. */
function evaluate(
  { variants, file, owner }: Module['sites'][number],
  functions: Evaluate[],
  examples: Examples,
): unknown[] {
  return variants.flatMap(({ inputs }, index) => {
    const fitting =
      inputs.length === 0
        ? [{}]
        : (examples[keyOf({ file, owner })] ?? []).filter((each) => inputs.every((name) => name in each));
    return fitting.map((example) => functions[index]?.(example));
  });
}

function toStatements(
  { file, owner, way, statement, row }: Module['sites'][number],
  sent: unknown[],
): Statement[] {
  const shared = { file, owner, way, ...(row ? { row } : {}) };
  if (sent.length === 0) {
    const text = statement.getText();
    return [{ ...shared, form: 'text', text, open: true, times: 'Date' }];
  }
  return sent.flat().map((each): Statement => {
    if (typeof each === 'string') return { ...shared, form: 'text', text: each, open: false, times: 'Date' };
    const { name, text, runsOn, types = pg.types } = each as pg.QueryConfig;
    const time: unknown = types.getTypeParser(
      pg.types.builtins.TIMESTAMPTZ,
      'text',
    )('2026-03-01 00:00:00+00');
    const times = time instanceof Date ? 'Date' : 'string';
    const named = name === undefined ? {} : { name };
    const placed = runsOn === undefined ? {} : { runsOn };
    return { ...shared, form: 'config', ...named, ...placed, text, open: false, times };
  });
}

const modules = groupByModule();
register('../statements/expose.mjs', import.meta.url, {
  data: Object.fromEntries(modules.map((module) => [module.url, compile(module)])),
});
// Loaded after the hooks are registered, like all of src/.
const { examples }: { examples: Examples } = await import('../statements/examples.ts');
const keys = new Set(modules.flatMap(({ sites }) => sites.map(keyOf)));
const unknown = Object.keys(examples).filter((key) => !keys.has(key));
if (unknown.length > 0) throw new Error(`Examples of no statement: ${unknown.join(', ')}`);
const statements: Statement[] = [];
for (const { url, sites } of modules) {
  const { $statements }: { $statements: Evaluate[][] } = await import(url);
  for (const [index, site] of sites.entries())
    statements.push(...toStatements(site, evaluate(site, $statements[index] ?? [], examples)));
}
process.stdout.write(JSON.stringify(statements));
