import type { EditAction } from './edit-actions.ts';
import type { Places } from './places.ts';
import { findNode } from './rows.ts';
import type { ConditionItem, Tree } from './tree.ts';

/** A fault as the service reports it, over REST and in `extensions.errors` of GraphQL. */
export interface ServiceFault {
  pointer: string;
  code?: string;
  message: string;
  allowed?: readonly string[];
  did_you_mean?: readonly string[];
  /** Of a cycle: ids of the lists that lead back to the edited one, which is the last. Hidden ones are left out. */
  path?: readonly number[];
}

/** A fault at a node; without `id` it concerns the definition. */
export interface NodeFault {
  id?: string;
  part?: 'field' | 'operator' | 'values' | 'when';
  valueIndex?: number;
  code: string;
  message: string;
  fixes: readonly { label: string; action: EditAction }[];
  /** Values or keys that are probably meant. */
  suggestions: readonly string[];
  /** Of a cycle: as in `ServiceFault`. */
  path?: readonly number[];
}

const MAX_FIXES = 3;
const offerOf = (value: string) => `Use “${value}”`;

/** Places the faults of a definition at the nodes of the tree that it was made from. */
export function placeFaults(faults: readonly ServiceFault[], tree: Tree, places: Places): NodeFault[] {
  return faults.map((fault) => {
    const { code = 'validation_error', message, path } = fault;
    const place = places.placeOf(withinDefinition(fault.pointer)) ?? {};
    const suggestions = fault.did_you_mean ?? [];
    const fixes = fixesOf(fault, place, tree);
    return { ...place, code, message, fixes, suggestions, ...(path && { path }) };
  });
}

/**
 * Cuts the path of the argument or key that held the definition: `/input/definition/root/and/0` → `/root/and/0`. No key before
 * the definition is called root, so that the first one is its own.
 */
function withinDefinition(pointer: string): string {
  const start = pointer.search(/\/(?:root|registry_version|registryVersion)(?:\/|$)/);
  return start < 0 ? '' : pointer.slice(start).replace('/registryVersion', '/registry_version');
}

type Fix = NodeFault['fixes'][number];
type Place = Pick<NodeFault, 'id' | 'valueIndex' | 'part'>;

function fixesOf(fault: ServiceFault, { id, part, valueIndex }: Place, tree: Tree): Fix[] {
  const { code, allowed = [], did_you_mean = [] } = fault;
  if (withinDefinition(fault.pointer) === '/registry_version')
    return allowed.slice(0, 1).map((registryVersion) => ({
      label: `Use version ${registryVersion}`,
      action: { type: 'setVersion', registryVersion },
    }));
  const item = id === undefined ? undefined : findNode(tree.root, id);
  if (item === undefined) return [];
  if (code === 'empty') return [{ label: 'Remove this group', action: { type: 'remove', id: item.id } }];
  if (item.kind !== 'condition') return [];
  if (part === 'when') return [{ label: offerOf('any time'), action: { type: 'setWhen', id: item.id } }];
  const offered = (did_you_mean.length > 0 ? did_you_mean : allowed).slice(0, MAX_FIXES);
  switch (code) {
    case 'unknown_field':
      return offered.map((field) => ({
        label: offerOf(field),
        action: { type: 'setField', id: item.id, field },
      }));
    case 'unknown_operator':
    case 'operator_not_allowed':
      return offered.map((operator) => toOperator(item, operator));
    case 'too_many_patterns':
      return [toOperator(item, 'equals')];
    case 'unknown_value':
    case 'out_of_range':
    case 'wrong_type':
    case 'list_cycle':
      return valueFixes(item, valueIndex, did_you_mean.slice(0, MAX_FIXES));
    default:
      return [];
  }
}

const toOperator = ({ id }: ConditionItem, operator: string): Fix => ({
  label: offerOf(operator.replaceAll('_', ' ')),
  action: { type: 'setOperator', id, operator },
});

function valueFixes(item: ConditionItem, index: number | undefined, similar: readonly string[]): Fix[] {
  const { id, values } = item;
  const set = (label: string, next: ConditionItem['values']): Fix => ({
    label,
    action: { type: 'setValues', id, values: next },
  });
  if (index === undefined)
    return values.length === 2 ? [set('Swap the two values', values.toReversed())] : [];
  const others = values.toSpliced(index, 1);
  // A suggestion that the condition already has would stand there twice.
  const replacements = similar.map((value) =>
    set(offerOf(value), others.includes(value) ? others : values.with(index, value)),
  );
  return others.length > 0 ? [...replacements, set('Remove this value', others)] : replacements;
}
