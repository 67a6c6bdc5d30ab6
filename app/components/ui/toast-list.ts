/** The content of a toast. It goes unchanged from an action to the next page, so it holds data only. */
export interface Toast {
  id: string;
  tone: 'success' | 'destructive';
  title: string;
  description?: string;
  /** The id of the thing that the toast tells of. A later toast about it takes the place of this one. */
  about?: string;
  /** How long it is shown, in milliseconds; see `getShownMs`. */
  durationMs?: number;
  /** Where the toast leads. The address is the server's own. */
  link?: { label: string; to: string };
  /** The form that takes back what the toast tells of; the toast then has a button that sends it. */
  undo?: { action: string; fields: Record<string, string> };
}

/** A toast of this page, which may do more than be read. */
export interface OwnToast extends Toast {
  /** Takes it back on this page. */
  onUndo?: () => void;
}

export interface ListedToast extends OwnToast {
  /** Whether it fades out; it is removed `removalDelayMs` after its dismissal. */
  dismissed: boolean;
}

export type ToastAction =
  | { type: 'add'; toast: OwnToast }
  | { type: 'update'; id: string; change: Partial<Omit<Toast, 'id'>> }
  | { type: 'dismiss'; id: string }
  | { type: 'remove'; id: string };

const toastLimit = 5;
const defaultDurationMs = 2000;
export const removalDelayMs = 2000;

/** The longest text, in characters, that people read while a toast is shown for the default time. */
const shortLength = 80;
/** How long people take to read a character, in milliseconds: slow readers read about 17 in a second. */
const readingMs = 60;

/** Returns how long a toast is shown, in milliseconds: its own duration, else 2000, or longer for a long text. */
export function getShownMs({ title, description = '', durationMs }: Omit<Toast, 'id'>): number {
  const length = title.length + description.length;
  return durationMs ?? (length > shortLength ? length * readingMs : defaultDurationMs);
}

function topicOf({ id, about = id }: Toast): string {
  return about;
}

/** Returns the toasts after an action: newest first, at most `toastLimit`, each topic once. Unknown ids change nothing. */
export function reduceToasts(toasts: ListedToast[], action: ToastAction): ListedToast[] {
  switch (action.type) {
    case 'add': {
      const others = toasts.filter((toast) => topicOf(toast) !== topicOf(action.toast));
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
