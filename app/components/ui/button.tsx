import type { Icon } from '~/components/icons/icons';
import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import { joinClassNames } from './class-names';
import { useReadOnly } from './read-only';
import { Spinner } from './spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent shadow-raised hover:bg-accent-hover',
  secondary: 'border-line-strong/50 bg-surface-raised text-ink shadow-raised hover:bg-surface-hover',
  quiet: 'border-transparent text-ink-muted hover:bg-surface-hover hover:text-ink',
  danger: 'border-transparent bg-danger text-on-danger shadow-raised hover:bg-danger-hover',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-8 gap-1.5 px-3 text-[0.8125rem]',
  md: 'min-h-9 gap-2 px-4 text-sm max-sm:min-h-11',
  lg: 'min-h-11 gap-2 px-5 text-base sm:text-sm',
};

const iconSizes: Record<ButtonSize, string> = { sm: 'size-8', md: 'size-9', lg: 'size-11' };

/** Returns the classes of a button, for links that stand beside buttons. */
export function buttonClassName(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md') {
  return joinClassNames('button', variants[variant], sizes[size]);
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: Icon;
  /** Whether work is under way: the button cannot be pressed again, but keeps the focus, which `disabled` would lose. */
  pending?: boolean;
  /** The text while pending, as 'Saving...'. */
  pendingText?: string;
}

/** A button. Its `type` is `button` by default: a form's button needs `type="submit"`, and a read-only form has none. */
export function Button({
  variant,
  size,
  icon: Icon,
  pending = false,
  pendingText,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  if (useReadOnly() && type === 'submit') return null;
  return (
    <button
      aria-disabled={pending || undefined}
      {...rest}
      type={type}
      onClick={pending ? preventDefault : onClick}
      onMouseDown={type === 'submit' ? preventDefault : undefined}
      className={joinClassNames(buttonClassName(variant, size), className)}
    >
      {pending ? <Spinner /> : Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {pending && pendingText ? pendingText : children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'pendingText' | 'icon'> {
  icon: Icon;
  /** The action of the button, for screen readers and as tooltip. */
  label: string;
}

/** A square button that shows only an icon. */
export function IconButton({
  icon: Icon,
  label,
  variant = 'quiet',
  size = 'md',
  pending = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  if (useReadOnly() && type === 'submit') return null;
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      aria-disabled={pending || undefined}
      onClick={pending ? preventDefault : onClick}
      onMouseDown={type === 'submit' ? preventDefault : undefined}
      className={joinClassNames('button', variants[variant], iconSizes[size], className)}
    >
      {pending ? <Spinner /> : <Icon aria-hidden className="size-4" />}
    </button>
  );
}

/**
 * Ignores a press while work is under way. On a submit button it also keeps the focus in the field when the mouse goes down:
 * leaving the field could show an error there, which would move the button away from the mouse.
 */
function preventDefault(event: MouseEvent) {
  event.preventDefault();
}
