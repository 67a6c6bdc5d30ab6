import { Link as RemixLink, type LinkProps as RemixLinkProps } from '@remix-run/react';
import { type ButtonSize, type ButtonVariant, buttonClassName } from './button';
import { joinClassNames } from './class-names';
import type { Icon } from '../icons/icons';

/** A link inside a text or beside one. */
export function TextLink({ className, ...rest }: RemixLinkProps) {
  return (
    <RemixLink
      {...rest}
      className={joinClassNames(
        'rounded-sm py-0.5 font-medium text-accent-ink underline decoration-accent-ink/35 underline-offset-4 hover:decoration-current',
        className,
      )}
    />
  );
}

interface LinkButtonProps extends RemixLinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: Icon;
}

/** A link that looks like a button: it goes somewhere and changes nothing. */
export function LinkButton({ variant, size, icon: Icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <RemixLink {...rest} className={joinClassNames(buttonClassName(variant, size), className)}>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </RemixLink>
  );
}
