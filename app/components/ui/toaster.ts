import {
  getShownMs,
  type ListedToast,
  type OwnToast,
  reduceToasts,
  removalDelayMs,
  type Toast,
  type ToastAction,
} from './toast-list';

interface Timer {
  handle: ReturnType<typeof setTimeout> | undefined;
  run: () => void;
  endsAt: number;
  remainingMs: number;
}

export type Toaster = ReturnType<typeof createToaster>;

/**
 * Creates the toasts of one page and the timers that dismiss and remove them, for `useSyncExternalStore`. The timers start with
 * the first `resume` and stop at `pause`, so that no toast disappears before or while a person can read it.
 *
 * @param carried a toast that the last action handed to this page
 */
export function createToaster(carried?: Toast) {
  let toasts = carried ? reduceToasts([], { type: 'add', toast: carried }) : [];
  let running = false;
  // Browsers have crypto.randomUUID only on pages that came over https or from this machine.
  let count = 0;
  const timers = new Map<string, Timer>();
  const listeners = new Set<() => void>();

  function apply(action: ToastAction) {
    toasts = reduceToasts(toasts, action);
    for (const id of timers.keys()) {
      if (!toasts.some((toast) => toast.id === id)) cancel(id);
    }
    for (const listener of listeners) listener();
  }

  function cancel(id: string) {
    clearTimeout(timers.get(id)?.handle);
    timers.delete(id);
  }

  function schedule(id: string, delayMs: number, run: () => void) {
    cancel(id);
    const timer: Timer = { handle: undefined, run, endsAt: 0, remainingMs: delayMs };
    timers.set(id, timer);
    if (running) wind(timer);
  }

  function wind(timer: Timer) {
    timer.endsAt = performance.now() + timer.remainingMs;
    timer.handle = setTimeout(timer.run, timer.remainingMs);
  }

  function scheduleDismissal(toast: Toast) {
    schedule(toast.id, getShownMs(toast), () => dismiss(toast.id));
  }

  function add(toast: Omit<OwnToast, 'id'> & { id?: string }) {
    const added: OwnToast = { ...toast, id: toast.id ?? `own-${++count}` };
    apply({ type: 'add', toast: added });
    scheduleDismissal(added);
    return added.id;
  }

  /** Changes a toast; it then stays for its whole duration again, unless it is already dismissed. */
  function update(id: string, change: Partial<Omit<Toast, 'id'>>) {
    apply({ type: 'update', id, change });
    const updated = toasts.find((toast) => toast.id === id);
    if (updated && !updated.dismissed) scheduleDismissal(updated);
  }

  function dismiss(id: string) {
    if (!toasts.some((toast) => toast.id === id && !toast.dismissed)) return;
    apply({ type: 'dismiss', id });
    schedule(id, removalDelayMs, () => remove(id));
  }

  function remove(id: string) {
    apply({ type: 'remove', id });
  }

  function resume() {
    if (running) return;
    running = true;
    for (const timer of timers.values()) wind(timer);
  }

  function pause() {
    if (!running) return;
    running = false;
    for (const timer of timers.values()) {
      clearTimeout(timer.handle);
      timer.remainingMs = Math.max(0, timer.endsAt - performance.now());
    }
  }

  for (const toast of toasts) scheduleDismissal(toast);

  return {
    add,
    update,
    dismiss,
    remove,
    pause,
    resume,
    list: (): ListedToast[] => toasts,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
