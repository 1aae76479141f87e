import { useCallbackRef } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { queryKey, request } from '../../../api/hooks.ts';
import { ownValuesOf } from '../../../filter/catalogue.ts';
import {
  ListMembershipDocument,
  type MemberRowFragment,
  MembersPageDocument,
  SetFieldValuesDocument,
} from '../../../generated/graphql.ts';
import { batchesOf } from '../../../lib/batches.ts';
import { parseCsv } from '../../../lib/csv.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { fieldValuesText as text } from '../../../text/fields.ts';
import { readPasted } from '../../../ui/fields/typed-value.ts';
import { notify } from '../../../ui/notify.ts';
import type { OwnField } from '../../../ui/own-fields.tsx';
import type { Rows } from '../../../ui/selection/use-selection.ts';
import { showValues } from './member-pages.ts';

/** A new value of a member in an own field of the organization. */
export interface CellChange {
  member: MemberRowFragment;
  field: OwnField;
  /** Null for none. */
  after: unknown;
}

interface CellFault {
  typed: string;
  reason: string;
}

export interface Cells {
  /** Id of the cell whose editor is open. */
  open: string | undefined;
  begin: (id: string) => void;
  /** Closes the editor, and forgets what was refused. */
  close: (id: string) => void;
  /** What was not stored, by the ids of the cells. */
  faults: ReadonlyMap<string, CellFault>;
  /** Stores values. @returns why some were not, as sentences, by the ids of the cells */
  store: (changes: readonly CellChange[]) => Promise<ReadonlyMap<string, string>>;
}

export const cellId = (companyId: number, key: string): string => `${companyId} ${key}`;

/** Whether the organization itself gives a field its values. Others come with imports. */
export const isWritable = ({ key }: OwnField): boolean => key.startsWith('org.');

/** Companies whose values one call takes. */
const BATCH = 1_000;

/** Stores values of members, and takes them back. */
export function useStoredValues() {
  const cache = useQueryClient();
  /** Values before each step. */
  const steps = useRef<(readonly CellChange[])[]>([]);
  const [count, setCount] = useState(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const send = async (changes: readonly CellChange[]): Promise<ReadonlyMap<string, string>> => {
    const refused = new Map<string, string>();
    for (const part of batchesOf(byMember(changes), BATCH))
      for (const [id, reason] of await sendBatch(part)) refused.set(id, reason);
    const stored = byMember(changes.filter((each) => !refused.has(idOf(each))));
    showValues(cache, new Map(stored.map((each) => [each[0]?.member.companyId ?? 0, valuesOf(each)])));
    const [pages] = queryKey(MembersPageDocument);
    // Everything else is read again when it is shown. The members may be stale now.
    void cache.invalidateQueries({
      predicate: ({ queryKey: [name] }) => name !== pages,
      refetchType: 'none',
    });
    void cache.invalidateQueries({ queryKey: queryKey(ListMembershipDocument) });
    return refused;
  };
  /** Stores changes after those before them. */
  const inTurn = (changes: readonly CellChange[]) => {
    const sent = last.current.then(() => send(changes));
    last.current = sent;
    return sent;
  };
  const store = useCallbackRef(async (changes: readonly CellChange[]) => {
    const refused = await inTurn(changes);
    const stored = changes.filter((each) => !refused.has(idOf(each)));
    if (stored.length > 0) setCount(steps.current.push(stored.map(beforeOf)));
    return refused;
  });
  const undo = async () => {
    const step = steps.current.pop();
    if (!step) return;
    setCount(steps.current.length);
    const [reason] = (await inTurn(step)).values();
    notify(reason ?? text.undone(step.length));
  };
  return { store, undo: count > 0 ? () => void undo() : undefined };
}

const idOf = ({ member, field }: CellChange): string => cellId(member.companyId, field.key);

const valuesOf = (changes: readonly CellChange[]) =>
  Object.fromEntries(changes.map(({ field, after }) => [field.key, after]));

/** Returns the changes of each member. */
function byMember(changes: readonly CellChange[]): (readonly CellChange[])[] {
  const groups = new Map<number, CellChange[]>();
  for (const change of changes) {
    const { companyId } = change.member;
    groups.set(companyId, [...(groups.get(companyId) ?? []), change]);
  }
  return [...groups.values()];
}

const beforeOf = ({ member, field }: CellChange): CellChange => ({
  member,
  field,
  after: ownValuesOf(member.company.fieldsByKey)[field.key] ?? null,
});

/** Whether the member has the value already. */
const isSame = (change: CellChange): boolean =>
  JSON.stringify(change.after) === JSON.stringify(beforeOf(change).after);

/** Sends the changes of some members. @returns why some were not stored, by the ids of the cells */
async function sendBatch(batch: readonly (readonly CellChange[])[]): Promise<[id: string, reason: string][]> {
  const values = batch.map((changes) => ({
    identifier: changes[0]?.member.company.slug ?? '',
    fields: valuesOf(changes),
  }));
  const refuse = (changes: readonly CellChange[], reason: string) =>
    changes.map((each): [string, string] => [idOf(each), reason]);
  try {
    const { setFieldValues } = await request(SetFieldValuesDocument, { input: { values } });
    const gone = batch.filter(
      ([first]) => first && setFieldValues?.notTracked.includes(first.member.company.slug),
    );
    const invalid = (setFieldValues?.invalid ?? []).flatMap(({ index, pointer, reason }) => {
      // Such as `/values/1/fields/org.tags/3`.
      const [, , , , key] = pointer.split('/');
      const changes = batch[index]?.filter(({ field }) => field.key === key) ?? [];
      return refuse(changes, text.fault(visibleText(changes[0]?.field.label ?? ''), reason));
    });
    return [...gone.flatMap((changes) => refuse(changes, text.notTracked)), ...invalid];
  } catch (error) {
    return refuse(batch.flat(), (error as Error).message);
  }
}

interface CellOptions {
  rows: Rows<MemberRowFragment>;
  /** Own fields that are columns, in their order. */
  fields: readonly OwnField[];
  store: Cells['store'];
  undo: (() => void) | undefined;
}

/**
 * Editing of cells: which one is open, what was refused, and what was pasted from a spreadsheet. A column of values fills the
 * cell that has the focus and those below it.
 *
 * @returns the cells, and a handler of keys for the element around them.
 */
export function useCells({ rows, fields, store, undo }: CellOptions) {
  const [open, setOpen] = useState<string>();
  const [faults, setFaults] = useState<Cells['faults']>(new Map());
  const forget = useCallbackRef((ids: readonly string[]) =>
    setFaults((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
  );
  const close = useCallbackRef((id: string) => {
    setOpen(undefined);
    forget([id]);
  });
  const storeCells = useCallbackRef(async (changes: readonly CellChange[]) => {
    const refused = await store(changes);
    forget(changes.map(idOf));
    return refused;
  });
  const fill = async (place: number, key: string, pasted: string) => {
    const columns = fields.filter(isWritable);
    const from = columns.findIndex((field) => field.key === key);
    const lines = parseCsv(pasted.replace(/\r?\n$/, ''), '\t', true);
    const wrong = new Map<string, CellFault>();
    const typed = new Map<string, string>();
    const changes: CellChange[] = [];
    for (const [line, cells] of lines.entries()) {
      const member = rows.at(place + line);
      for (const [step, cell] of cells.entries()) {
        const field = columns[from + step];
        if (!member || !field) continue;
        const id = cellId(member.companyId, field.key);
        const read = readPasted(field, cell);
        typed.set(id, cell);
        if ('reason' in read)
          wrong.set(id, { typed: cell, reason: text.fault(visibleText(field.label), read.reason) });
        else if (!isSame({ member, field, after: read.value }))
          changes.push({ member, field, after: read.value });
      }
    }
    const refused = changes.length > 0 ? await storeCells(changes) : new Map<string, string>();
    for (const [id, reason] of refused) wrong.set(id, { typed: typed.get(id) ?? '', reason });
    setFaults((before) => new Map([...before, ...wrong]));
    const beyond = Math.max(0, place + lines.length - rows.count);
    notify(text.pasted(changes.length - refused.size, wrong.size, beyond));
  };
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { activeElement } = document;
    const key = activeElement instanceof HTMLElement ? activeElement.dataset.cell : undefined;
    const place = Number(activeElement?.closest('tr')?.ariaRowIndex ?? 0) - 2;
    if (key === undefined || place < 0 || !fields.some((field) => field.key === key && isWritable(field)))
      return;
    event.preventDefault();
    void fill(place, key, event.clipboardData?.getData('text/plain') ?? '');
  });
  useEffect(() => {
    // Browsers send it to where the selection is, which need not be where the focus is.
    const listen = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isField || !undo || event.key.toLowerCase() !== 'z' || event.shiftKey) return;
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    undo();
  };
  const cells = useMemo<Cells>(
    () => ({ open, begin: setOpen, close, faults, store: storeCells }),
    [open, close, faults, storeCells],
  );
  return { cells, onKeyDown };
}
