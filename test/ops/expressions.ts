import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { type Parsed, parsePromQL } from './promql.ts';

export interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

export interface Panel {
  type: string;
  title: string;
  description?: string;
  datasource?: object;
  targets?: { refId: string; legendFormat: string; expr: string }[];
  fieldConfig?: { defaults: { unit: string } };
}

export interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string; type: string; query: string }[] };
  annotations: { list: { name: string; expr: string }[] };
}

/** An expression with the name of the alert or the panel that it belongs to. */
export interface Expression extends Parsed {
  of: string;
  /** Labels that the legend shows. */
  legend: string[];
}

export async function readAlerts(): Promise<Alert[]> {
  const file: { groups: { rules: Alert[] }[] } = parse(await readFile('ops/monitoring/alerts.yaml', 'utf8'));
  return file.groups.flatMap(({ rules }) => rules);
}

export async function readDashboard(): Promise<Dashboard> {
  return JSON.parse(await readFile('ops/monitoring/dashboard.json', 'utf8'));
}

export function expressionsOfAlerts(alerts: readonly Alert[]): Expression[] {
  return alerts.map(({ alert, expr }) => expression(alert, expr));
}

/** Returns the expressions of all panels, marks and variables. */
export function expressionsOfDashboard({ panels, annotations, templating }: Dashboard): Expression[] {
  const ofPanels = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => expression(title, expr, legendFormat)),
  );
  const ofMarks = annotations.list.map(({ name, expr }) => expression(name, expr));
  const queries = templating.list.filter(({ type }) => type === 'query');
  const ofVariables = queries.map(({ name, query }) => {
    const [, selector = '', label = ''] = /^label_values\((.*), (\w+)\)$/.exec(query) ?? [];
    return expression(`$${name}`, selector, `{{${label}}}`);
  });
  return [...ofPanels, ...ofMarks, ...ofVariables];
}

function expression(of: string, text: string, legend = ''): Expression {
  // Grafana puts a duration in this place.
  const parsed = parsePromQL(text.replaceAll('$__rate_interval', '5m'));
  return { of, legend: [...legend.matchAll(/\{\{(.*?)\}\}/g)].map(([, label = '']) => label), ...parsed };
}
