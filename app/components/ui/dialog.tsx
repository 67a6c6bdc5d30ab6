import { Dialog as ModalDialog, DialogPanel, DialogTitle, Description } from '@headlessui/react';
import { Link, useNavigate } from '@remix-run/react';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useHydrated } from '../hydrated';
import { joinClassNames } from './class-names';

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' };

interface DialogProps {
  title: string;
  text?: ReactNode;
  /**
   * The address without the dialog. Cancel buttons inside are `<LinkButton to={closeTo}>`. A function instead for a
   * question that script asks about what is typed and not sent yet, which an address of its own would lose.
   */
  closeTo: string | (() => void);
  width?: keyof typeof widths;
  children: ReactNode;
}

/**
 * The one pattern for dialogs: a dialog has an address of its own, a nested route or a search parameter, is opened by a
 * link to it and closed by a link to `closeTo`. The screen renders it (or its `<Outlet />`) before its other content.
 *
 * - Without script the link loads a page on which the dialog is a section above the rest, with a working Close link.
 * - While script loads, the same section already stands where the dialog will stand, so that nothing moves.
 * - With script it is a modal dialog: focus moves in, stays in, and returns to the link that opened it; Escape and a
 *   press outside close it.
 *
 * The field to start with carries `data-autofocus`; without one the dialog itself has the focus, so that its title is
 * read first. A form inside needs no change for either: its action answers with errors (the address stays, so the dialog stays
 * open) or with a redirect to `closeTo`.
 */
export function Dialog({ title, text, closeTo, width = 'sm', children }: DialogProps) {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const id = useId();
  const close = () =>
    typeof closeTo === 'string' ? navigate(closeTo, { preventScrollReset: true }) : closeTo();
  const panel = joinClassNames(
    'relative w-full rounded-lg border border-line bg-surface-raised p-5 shadow-overlay sm:p-6 noscript:shadow-raised',
    widths[width],
  );
  const closeLook = {
    'aria-label': 'Close',
    title: 'Close',
    className:
      'absolute top-3 right-3 grid size-9 place-items-center rounded-md text-ink-muted hover:bg-surface-hover hover:text-ink sm:top-4 sm:right-4',
    children: <X aria-hidden className="size-4" />,
  };
  const closeLink =
    typeof closeTo === 'string' ? (
      <Link to={closeTo} preventScrollReset {...closeLook} />
    ) : (
      <button type="button" onClick={closeTo} {...closeLook} />
    );

  if (!hydrated) {
    return (
      <section
        aria-labelledby={id}
        className="fixed inset-0 z-40 overflow-y-auto bg-scrim noscript:static noscript:overflow-visible noscript:z-auto noscript:mb-8 noscript:bg-transparent"
      >
        <div className={center}>
          <div className={panel}>
            <h2 id={id} className={titleLook}>
              {title}
            </h2>
            {text && <p className={textLook}>{text}</p>}
            <div className="mt-5">{children}</div>
            {closeLink}
          </div>
        </div>
      </section>
    );
  }

  return (
    <ModalDialog open onClose={close} className="fixed inset-0 z-40 overflow-y-auto bg-scrim">
      <div className={center}>
        <DialogPanel className={joinClassNames(panel, 'animate-rise')}>
          <DialogTitle className={titleLook}>{title}</DialogTitle>
          {text && <Description className={textLook}>{text}</Description>}
          <div className="mt-5">{children}</div>
          {closeLink}
        </DialogPanel>
      </div>
    </ModalDialog>
  );
}

const center =
  'flex min-h-full items-end justify-center p-3 sm:items-center sm:p-6 noscript:min-h-0 noscript:justify-start noscript:p-0 noscript:sm:p-0';
const titleLook = 'pr-10 text-lg font-semibold text-balance';
const textLook = 'mt-1 pr-10 text-ink-muted';

/** The buttons at a dialog's end: the way out first, what the dialog is for last, at the thumb on a phone. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>;
}
