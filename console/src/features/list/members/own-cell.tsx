import { Popover } from '@mantine/core';
import { ExternalLinkIcon } from '@radix-ui/react-icons';
import { type ComponentProps, createContext, type MouseEvent, use, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type OwnValue, ownValuesOf } from '../../../filter/catalogue.ts';
import type { MemberRowFragment } from '../../../generated/graphql.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { fieldValuesText } from '../../../text/fields.ts';
import { ValueEditor } from '../../../ui/fields/value-editor.tsx';
import { HoverNote } from '../../../ui/hover-note.tsx';
import { type OwnField, OwnText, ownText, WEB_ADDRESS } from '../../../ui/own-fields.tsx';
import { RowIsReachable } from '../../../ui/virtual-row.tsx';
import { beside } from '../../../ui/virtual-rows.ts';
import classes from './members.module.css';
import { type CellChange, type Cells, cellId, isWritable } from './use-cells.ts';

/** Editing of the cells; undefined where the caller may not edit. */
export const CellsContext = createContext<Cells | undefined>(undefined);

interface OwnCellProps {
  member: MemberRowFragment;
  field: OwnField;
}

/** Value of a member in an own field. Editors change values of the organization in their place. */
export function OwnCell({ member, field }: OwnCellProps) {
  const cells = use(CellsContext);
  const value = ownValuesOf(member.company.fieldsByKey)[field.key];
  if (cells && isWritable(field)) return <EditableCell {...{ cells, member, field, value }} />;
  return value !== undefined && <OwnText {...{ type: field.type, value }} className={classes.text} />;
}

function EditableCell(props: OwnCellProps & { cells: Cells; value: OwnValue | undefined }) {
  const { cells, member, field, value } = props;
  const isReachable = use(RowIsReachable);
  const button = useRef<HTMLButtonElement>(null);
  const id = cellId(member.companyId, field.key);
  const fault = cells.faults.get(id);
  const shown = fault?.typed ?? (value === undefined ? '' : ownText(field.type, value));
  const press = ({ detail, nativeEvent, currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // A key, or a finger, which has no double click. Safari gives buttons no focus by itself.
    const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';
    if (detail === 0 || isTouch) cells.begin(id);
    else currentTarget.focus();
  };
  const changeOf = (after: unknown): CellChange => ({ member, field, after });
  const close = () => {
    // A click elsewhere has moved the focus already.
    const { activeElement } = document;
    const hasFocus = activeElement === document.body || activeElement?.closest('[data-cell-editor]');
    // A cell that is no longer refused gets another button.
    flushSync(() => cells.close(id));
    if (hasFocus) button.current?.focus({ preventScroll: true });
  };
  const content = (
    <button
      ref={button}
      type="button"
      className={classes.editable}
      tabIndex={isReachable ? 0 : -1}
      aria-label={visibleText(
        `${field.label} of ${member.company.name}: ${shown || 'no value'}${fault ? `, not saved: ${fault.reason}` : ''}`,
      )}
      title={fault ? undefined : shown}
      data-cell={field.key}
      data-fault={fault && ''}
      onClick={press}
      onDoubleClick={() => cells.begin(id)}
      onKeyDown={(event) => {
        if (event.key !== 'Delete' && event.key !== 'Backspace') return;
        event.preventDefault();
        if (value !== undefined) void cells.store([changeOf(null)]);
      }}
    >
      <bdi className={classes.text}>{visibleText(shown)}</bdi>
    </button>
  );
  const address = field.type === 'URL' && !fault && WEB_ADDRESS.test(String(value)) && String(value);
  return (
    <>
      {address ? (
        <span className={classes.withLink}>
          {content}
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className={classes.out}
            tabIndex={isReachable ? 0 : -1}
            aria-label={fieldValuesText.opens(visibleText(address))}
          >
            <ExternalLinkIcon width={12} height={12} aria-hidden />
          </a>
        </span>
      ) : fault ? (
        <HoverNote label={fault.reason} className={classes.faulty} tabIndex={-1} note={() => fault.reason}>
          {content}
        </HoverNote>
      ) : (
        content
      )}
      {cells.open === id && (
        <CellEditor
          {...{ field, value }}
          begin={fault?.typed}
          onSave={async (after) => (await cells.store([changeOf(after)])).get(id)}
          onClose={close}
          onTab={(side) => {
            close();
            if (button.current) beside(button.current, side)?.focus();
          }}
        />
      )}
    </>
  );
}

/** Editor over a cell. A click elsewhere saves, as Enter does; what was refused stays. */
function CellEditor(props: ComponentProps<typeof ValueEditor>) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <Popover
      opened
      position="bottom-start"
      offset={2}
      shadow="md"
      width={300}
      closeOnEscape={false}
      withRoles={false}
      transitionProps={{ duration: 0 }}
      onChange={(isOpen) => !isOpen && place.current?.querySelector('form')?.requestSubmit()}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown p="xs" ref={place} data-cell-editor>
        <ValueEditor {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
