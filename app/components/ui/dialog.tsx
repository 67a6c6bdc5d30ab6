import { Link, useNavigate } from '@remix-run/react';
import { X } from '~/components/icons/icons';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useHydrated } from './use-hydrated';
import { joinClassNames } from './class-names';
import { ModalToasts } from './toast';

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' };

interface DialogProps {
  title: string;
  text?: ReactNode;
  /**
   * The address without the dialog. Cancel buttons inside are `<LinkButton to={closeTo}>`. It is a function for a question that
   * script asks about unsent typed text, which an address of its own would lose.
   */
  closeTo: string | (() => void);
  width?: keyof typeof widths;
  children: ReactNode;
}

/**
 * The one pattern for dialogs. A dialog has an address of its own, a nested route or a search parameter. A link to that address
 * opens it, and a link to `closeTo` closes it. The screen renders it (or its `<Outlet />`) before its other content.
 *
 * It is the browser's own `<dialog>`, and the same element all the time, so that text typed before script runs stays:
 * - Without script the link loads a page on which the dialog is a section above the rest, with a working Close link.
 * - While script loads, the dialog already stands where the modal dialog will stand.
 * - With script it is modal: focus moves in, stays in, and returns to what had it before, else to the link that leads to the
 *   dialog; Escape and a press outside close it.
 *
 * The first field to focus carries `data-autofocus`. Without one the dialog itself gets the focus, so that its title is read
 * first. A form inside needs no change for either: its action returns errors (the address stays, so the dialog stays open) or
 * redirects to `closeTo`.
 */
export function Dialog({ title, text, closeTo, width = 'sm', children }: DialogProps) {
  const navigate = useNavigate();
  // A dialog that came with the page does not rise, since the user has already seen it.
  const [rises] = useState(useHydrated());
  const id = useId();
  const close = () =>
    typeof closeTo === 'string' ? navigate(closeTo, { preventScrollReset: true }) : closeTo();
  const dialog = useModal(close, typeof closeTo === 'string');
  const closeLook = {
    'aria-label': 'Close',
    title: 'Close',
    className:
      'absolute top-3 right-3 grid size-9 place-items-center rounded-md text-ink-muted hover:bg-surface-hover hover:text-ink sm:top-4 sm:right-4',
    children: <X aria-hidden className="size-4" />,
  };

  return (
    <dialog
      ref={dialog}
      open
      tabIndex={-1}
      aria-labelledby={id}
      aria-describedby={text ? `${id}-text` : undefined}
      className="fixed inset-0 z-40 m-0 size-full max-h-none max-w-none overflow-y-auto bg-scrim p-0 text-ink outline-none backdrop:bg-transparent [&:modal]:pr-(--scrollbar-width) noscript:static noscript:z-auto noscript:mb-8 noscript:h-auto noscript:overflow-visible noscript:bg-transparent"
    >
      <div className={center}>
        <div
          className={joinClassNames(
            'relative w-full rounded-lg border border-line bg-surface-raised p-gutter shadow-overlay noscript:shadow-raised',
            widths[width],
            rises && 'animate-rise',
          )}
        >
          <h2 id={id} className="pr-10 text-lg font-medium text-balance">
            {title}
          </h2>
          {text && (
            <p id={`${id}-text`} className="mt-1 pr-10 text-ink-muted">
              {text}
            </p>
          )}
          <div className="mt-5">{children}</div>
          {typeof closeTo === 'string' ? (
            <Link to={closeTo} preventScrollReset {...closeLook} />
          ) : (
            <button
              type="button"
              onClick={closeTo}
              {...closeLook}
              className={`${closeLook.className} noscript:hidden`}
            />
          )}
        </div>
      </div>
      <ModalToasts />
    </dialog>
  );
}

/**
 * Makes a dialog modal as soon as script runs, without taking the focus from a field in which the user types. `isAddressed` says
 * whether the dialog has an address of its own.
 */
function useModal(close: () => void, isAddressed: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  }, [close]);

  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const { activeElement, body } = document;
    const address = readAddress();
    const start = current.contains(activeElement)
      ? activeElement
      : (current.querySelector('[data-autofocus]') ?? current);
    keepScrollbarWidth();
    current.removeAttribute('open'); // An open dialog cannot become modal.
    start?.setAttribute('autofocus', ''); // Without it, the first field would get the focus for a moment, and lose it.
    current.showModal();
    start?.removeAttribute('autofocus');
    if (start === current) current.focus();
    return () => {
      const opener =
        activeElement !== body && activeElement?.isConnected
          ? activeElement
          : isAddressed
            ? findDialogLink(address)
            : document.querySelector('#content');
      (opener as HTMLElement | null)?.focus({ preventScroll: opener !== activeElement });
    };
  }, [isAddressed]);

  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const isOutside = ({ target }: Event) => target === current || target === current.firstElementChild;
    let pressedOutside = false;
    // A text selection from a field to the outside also ends there, and is no press outside.
    const notePress = (event: Event) => {
      pressedOutside = isOutside(event);
    };
    const closeByPress = (event: Event) => {
      if (pressedOutside && isOutside(event)) latestClose.current();
    };
    const closeByKey = (event: Event) => {
      if (event.target !== current) return; // The `cancel` event of a file field bubbles up to here, too.
      event.preventDefault();
      latestClose.current();
    };
    const closeByBrowser = () => latestClose.current();
    current.addEventListener('pointerdown', notePress);
    current.addEventListener('click', closeByPress);
    current.addEventListener('cancel', closeByKey);
    current.addEventListener('close', closeByBrowser);
    return () => {
      current.removeEventListener('pointerdown', notePress);
      current.removeEventListener('click', closeByPress);
      current.removeEventListener('cancel', closeByKey);
      current.removeEventListener('close', closeByBrowser);
    };
  }, []);
  return ref;
}

function readAddress(): string {
  return window.location.pathname + window.location.search;
}

/** Finds the link that leads to the dialog with the address, by default to the open one. */
export function findDialogLink(address = readAddress()): Element | null {
  return document.querySelector(`main a[href="${CSS.escape(address)}"]`);
}

/** Sets the width that the style sheet reserves for the window's scrollbar, which a modal dialog removes. */
function keepScrollbarWidth() {
  if (document.querySelector('dialog:modal')) return;
  const { documentElement: root } = document;
  root.style.setProperty('--scrollbar-width', `${window.innerWidth - root.clientWidth}px`);
}

const center =
  'flex min-h-full items-end justify-center p-3 sm:items-start sm:p-6 sm:pt-[10vh] noscript:min-h-0 noscript:justify-start noscript:p-0 noscript:sm:p-0 noscript:sm:pt-0';
/** The buttons at a dialog's end: Cancel first, the main action last, near the thumb on a phone. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>;
}
