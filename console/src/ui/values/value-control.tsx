import { Link } from '@tanstack/react-router';
import type { HTMLAttributes } from 'react';
import type { ValueUse } from './value-count.ts';

type ValueControlProps = Pick<
  HTMLAttributes<HTMLElement>,
  | 'aria-label'
  | 'children'
  | 'className'
  | 'onFocus'
  | 'onKeyDown'
  | 'onMouseEnter'
  | 'style'
  | 'tabIndex'
  | 'title'
> & { use: ValueUse; 'data-code'?: string; 'data-kind'?: string | undefined; 'data-step'?: number };

/** A button or link for a value. Alt and a click add its opposite. */
export function ValueControl({ use, ...props }: ValueControlProps) {
  if (use.kind === 'add')
    return <button type="button" onClick={(event) => use.run(event.altKey)} {...props} />;
  const hash = use.draft?.slice(1);
  return <Link to="/app/build" {...(hash && { hash })} preload={false} {...props} />;
}
