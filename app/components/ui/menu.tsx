import { Link } from '@remix-run/react';
import { ChevronDown } from '~/components/icons/icons';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { joinClassNames } from './class-names';
import type { Icon } from '../icons/icons';
import { useCloseOnOutsideClick } from './use-close-outside';

interface MenuProps {
  /** The content of the button, and its accessible name: an avatar needs a text for screen readers beside it. */
  button: ReactNode;
  /** A heading inside, as the name of the account. */
  heading?: ReactNode;
  /** Replaces the arrow that says that the button opens something. */
  marker?: ReactNode;
  /** `MenuLink`s and `MenuButton`s, and forms around the latter. */
  children: ReactNode;
}

/**
 * A menu of links and buttons. It is a `<details>`: the browser opens and closes it without script, by mouse and keys, and
 * tells screen readers that it is expanded. Script adds what people expect beside that. Escape closes the menu and returns the
 * focus. A press outside, a chosen entry and leaving by Tab close it, too. Arrow keys move through the entries. It has no
 * `role="menu"` on purpose: that role promises an application menu and takes the Tab key away. The ARIA Authoring Practices
 * advise a disclosure with real links for navigation.
 */
export function Menu({ button, heading, marker, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useCloseOnOutsideClick(details);

  useEffect(() => {
    const { current } = details;
    if (!current) return;
    const closeWhenChosen = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('a, button')) closeAndReturn(current);
    };
    const operate = (event: KeyboardEvent) => operateByKeys(event, current);
    current.addEventListener('click', closeWhenChosen);
    current.addEventListener('keydown', operate);
    return () => {
      current.removeEventListener('click', closeWhenChosen);
      current.removeEventListener('keydown', operate);
    };
  }, []);

  return (
    <details ref={details} className="group relative">
      <summary className="flex h-10 items-center gap-2 rounded-md px-2 font-medium transition-colors select-none hover:bg-surface-hover">
        {button}
        {marker ?? (
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-ink-muted transition-transform group-open:rotate-180"
          />
        )}
      </summary>
      <div className="absolute right-0 z-30 mt-2 flex max-h-[70dvh] w-60 max-w-[calc(100vw-2rem)] animate-rise flex-col overflow-y-auto rounded-lg border border-line bg-surface-raised p-1 shadow-overlay">
        {heading && <div className="mb-1 border-b border-line px-3 pt-2 pb-3 wrap-anywhere">{heading}</div>}
        {children}
      </div>
    </details>
  );
}

/** Closes the menu. The focus goes back to the button, to which a dialog opened by an entry will also return it. */
function closeAndReturn(details: HTMLDetailsElement) {
  details.open = false;
  details.querySelector('summary')?.focus();
}

function operateByKeys(event: KeyboardEvent, details: HTMLDetailsElement) {
  if (!details.open) return;
  if (event.key === 'Escape') {
    closeAndReturn(details);
    return;
  }
  const stops = [...details.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  stops.at(next % stops.length)?.focus();
}

const entryLook =
  'flex w-full min-h-9 items-center gap-3 rounded-sm px-3 py-2 text-left font-medium hover:bg-surface-hover -outline-offset-2!';

interface EntryProps {
  icon?: Icon;
  children: ReactNode;
}

/** An entry that leads to an address. */
export function MenuLink({ to, icon: Icon, children }: EntryProps & { to: string }) {
  return (
    <Link to={to} preventScrollReset={to.includes('dialog=')} className={entryLook}>
      {Icon && <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />}
      {children}
    </Link>
  );
}

interface MenuButtonProps
  extends EntryProps, Pick<ComponentProps<'button'>, 'form' | 'name' | 'value' | 'onClick'> {
  type?: 'submit' | 'button';
  danger?: boolean;
}

/** An entry that acts. By default it submits the form around it, or the form that it names. */
export function MenuButton({ type = 'submit', danger, icon: Icon, children, ...rest }: MenuButtonProps) {
  return (
    <button {...rest} type={type} className={joinClassNames(entryLook, danger && 'text-bad-ink')}>
      {Icon && (
        <Icon aria-hidden className={joinClassNames('size-4 shrink-0', !danger && 'text-ink-muted')} />
      )}
      {children}
    </button>
  );
}
