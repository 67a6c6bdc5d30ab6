import { Form } from '@remix-run/react';
import { CircleCheck, CircleX, X } from '~/components/icons/icons';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useHydrated } from './use-hydrated';
import { joinClassNames } from './class-names';
import { Button } from './button';
import { TextLink } from './link';
import type { OwnToast, Toast } from './toast-list';
import { createToaster, type Toaster } from './toaster';

interface Toasts {
  toaster: Toaster;
  /** Tells whether a modal dialog is open, which then shows the toasts. */
  setModal: (isModal: boolean) => void;
}

const ToastsContext = createContext<Toasts | undefined>(undefined);

interface ToastProviderProps {
  /** The toast that the last action left for this page; each `id` is shown once. */
  carried?: Toast | null;
  children: ReactNode;
}

/**
 * Shows toasts above everything, newest first. Used once, around the whole page.
 *
 * Without script a toast is a banner: the server renders the carried toast as the first thing on the page, and style sheets
 * keep it in the flow where `scripting: none`. With script the same element is the toast, so hydration changes nothing that
 * people see.
 */
export function ToastProvider({ carried, children }: ToastProviderProps) {
  const [toaster] = useState(() => createToaster(carried ?? undefined));
  const [isModal, setModal] = useState(false);
  const toasts = useMemo(() => ({ toaster, setModal }), [toaster]);
  const shownId = useRef(carried?.id);

  useEffect(() => {
    toaster.resume();
    return toaster.pause;
  }, [toaster]);

  useEffect(() => {
    if (!carried || carried.id === shownId.current) return;
    shownId.current = carried.id;
    toaster.add(carried);
  }, [toaster, carried]);

  return (
    <ToastsContext.Provider value={toasts}>
      <ToastRegion toaster={toaster} isShown={!isModal} />
      {children}
    </ToastsContext.Provider>
  );
}

/** Returns `add`, `update`, `dismiss` and `remove` for toasts. To be called below `ToastProvider`. */
export function useToasts(): Pick<Toaster, 'add' | 'update' | 'dismiss' | 'remove'> {
  return useToastsContext().toaster;
}

function useToastsContext(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error('Toasts need a ToastProvider around the page');
  return toasts;
}

/** The toasts inside a modal dialog, which covers and silences the page's own region. */
export function ModalToasts() {
  const { toaster, setModal } = useToastsContext();
  const hydrated = useHydrated();
  useEffect(() => {
    setModal(true);
    return () => setModal(false);
  }, [setModal]);
  return hydrated && <ToastRegion toaster={toaster} isShown />;
}

/** The region of toasts. It is always there, since screen readers speak only what enters a region they already know. */
function ToastRegion({ toaster, isShown }: { toaster: Toaster; isShown: boolean }) {
  const toasts = useSyncExternalStore(toaster.subscribe, toaster.list, toaster.list);
  const region = useRef<HTMLElement>(null);
  const dismiss = (id: string) => {
    toaster.dismiss(id);
    toaster.resume(); // The focus vanishes with the button, which not every browser reports.
  };

  useEffect(() => {
    const { current } = region;
    if (!current) return;
    const resumeOnLeave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && current.contains(relatedTarget))) toaster.resume();
    };
    // Where the pointer rests on the button that was pressed, a toast would cover the button until it moves.
    current.addEventListener('pointermove', toaster.pause);
    current.addEventListener('pointerleave', toaster.resume);
    current.addEventListener('focusin', toaster.pause);
    current.addEventListener('focusout', resumeOnLeave);
    return () => {
      current.removeEventListener('pointermove', toaster.pause);
      current.removeEventListener('pointerleave', toaster.resume);
      current.removeEventListener('focusin', toaster.pause);
      current.removeEventListener('focusout', resumeOnLeave);
    };
  }, [toaster]);

  return (
    <section
      ref={region}
      aria-label="Notifications"
      aria-live="polite"
      // Above a bar at the lower edge of the window, so that its buttons stay in reach; on a phone, above a dialog at that edge.
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col p-3 max-sm:in-[dialog]:top-0 sm:left-auto sm:w-md sm:p-6 [:root:has([data-bottom-bar],[name=selected]:checked)_&]:bottom-28 noscript:static noscript:w-auto noscript:p-0"
    >
      {(isShown ? toasts : []).map((toast) => (
        <div
          key={toast.id}
          className={joinClassNames(
            'grid transition-all duration-200 ease-out',
            toast.dismissed ? 'invisible grid-rows-[0fr] overflow-hidden opacity-0' : 'grid-rows-[1fr]',
          )}
        >
          <div className="min-h-0">
            <div className="animate-rise py-1.5 noscript:animate-none noscript:p-0">
              <ToastCard toast={toast} onDismiss={() => dismiss(toast.id)} />
            </div>
          </div>
        </div>
      ))}
    </section>
  );
}

/** One toast as people see it. */
export function ToastCard({ toast, onDismiss }: { toast: OwnToast; onDismiss: () => void }) {
  const failed = toast.tone === 'destructive';
  const Icon = failed ? CircleX : CircleCheck;
  return (
    <div
      data-toast
      role={failed ? 'alert' : undefined}
      className={joinClassNames(
        'pointer-events-auto flex items-start gap-3 rounded-lg border p-4 shadow-overlay',
        'noscript:rounded-none noscript:border-0 noscript:border-b noscript:shadow-none',
        'noscript:px-[max(1rem,calc((100vw-69rem)/2))]',
        failed
          ? 'border-bad/40 bg-bad-soft text-bad-ink'
          : 'border-line bg-surface-raised noscript:bg-good-soft',
      )}
    >
      <Icon aria-hidden className={joinClassNames('size-5 shrink-0', failed ? 'text-bad' : 'text-good')} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{toast.title}</p>
        {toast.description && (
          <p className={joinClassNames('mt-0.5', !failed && 'text-ink-muted')}>{toast.description}</p>
        )}
        {toast.link && (
          <TextLink to={toast.link.to} onClick={onDismiss} className="mt-1 inline-block">
            {toast.link.label}
          </TextLink>
        )}
      </div>
      {toast.undo && (
        <Form method="post" action={toast.undo.action} onSubmit={onDismiss} className="-my-1.5">
          {Object.entries(toast.undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button size="sm" type="submit">
            Undo
          </Button>
        </Form>
      )}
      {toast.onUndo && (
        <Button size="sm" onClick={toast.onUndo} className="-my-1.5">
          Undo
        </Button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="-m-1 grid size-7 shrink-0 place-items-center rounded-sm hover:bg-surface-hover noscript:hidden"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
