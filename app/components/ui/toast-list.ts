/** The content of a toast. It goes unchanged from an action to the next page, so it holds data only. */
export interface Toast {
  id: string;
  tone: 'success' | 'destructive';
  title: string;
  description?: string;
  /** How long it is shown, in milliseconds; 2000 by default. */
  durationMs?: number;
}

export interface ListedToast extends Toast {
  /** Whether it fades out; it is removed `removalDelayMs` after its dismissal. */
  dismissed: boolean;
}

export type ToastAction =
  | { type: 'add'; toast: Toast }
  | { type: 'update'; id: string; change: Partial<Omit<Toast, 'id'>> }
  | { type: 'dismiss'; id: string }
  | { type: 'remove'; id: string };

const toastLimit = 5;
export const defaultDurationMs = 2000;
export const removalDelayMs = 2000;

/** Returns the toasts after an action: newest first, at most `toastLimit`, each id once. Unknown ids change nothing. */
export function reduceToasts(toasts: ListedToast[], action: ToastAction): ListedToast[] {
  switch (action.type) {
    case 'add': {
      const others = toasts.filter((toast) => toast.id !== action.toast.id);
      return [{ ...action.toast, dismissed: false }, ...others].slice(0, toastLimit);
    }
    case 'update':
      return toasts.map((toast) => (toast.id === action.id ? { ...toast, ...action.change } : toast));
    case 'dismiss':
      return toasts.map((toast) => (toast.id === action.id ? { ...toast, dismissed: true } : toast));
    case 'remove':
      return toasts.filter((toast) => toast.id !== action.id);
  }
}
