import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import type { ValueUse } from './value-count.ts';

type ValueControlProps = Pick<
  ComponentPropsWithRef<'a'>,
  'className' | 'children' | 'title' | 'tabIndex' | 'aria-label' | 'style'
> & { use: ValueUse };

/** A button or link for a value. Alt and a click add its opposite. */
export function ValueControl({ use, ...props }: ValueControlProps) {
  if (use.kind === 'add')
    return <button type="button" onClick={(event) => use.run(event.altKey)} {...props} />;
  const hash = use.draft?.slice(1);
  return <Link to="/app/build" {...(hash && { hash })} preload={false} {...props} />;
}
