import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface LinkProps
  extends Omit<AnchorProps, 'href'>,
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> {
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a page of the console, in the look of Mantine's anchors. */
export const PageLink = createLink((props: LinkProps) => <Anchor {...props} />);
