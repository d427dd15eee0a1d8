import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { BUTTON_CLASS } from './Button.tsx';

/** A link to another screen that looks like the buttons beside it. */
export const ButtonLink = createLink(function ButtonLink({ children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} className={BUTTON_CLASS}>
      {children}
    </a>
  );
});
