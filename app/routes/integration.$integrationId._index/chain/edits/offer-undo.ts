// Offers to bring back what was deleted. Loaded after the page.
import type { FieldName, FormMetadata } from '@conform-to/react';
import type { useToasts } from '~/components/ui/toast';
import type { EditorForm } from '../../form/editor-form';
import { readCurrentForm } from '../../form/read-form';
import type { CurrentForm } from '../../form/variable-scope';
import type { ChangedSteps } from './changed-steps';
import { describeDeletion, goneTitle, leftTitle, restoreDeleted } from './deletion';

/** What can still be brought back, newest last. */
export interface Offers {
  undos: { undo: () => void; toastId: string }[];
  /** What the undos so far could not take back: it is in calls that are still deleted. */
  owed: ChangedSteps[];
  /** Whether the user has typed nothing since the last deletion. */
  isLatest: boolean;
  /** Aborted when the form is given anew. */
  signal?: AbortSignal;
  /** The signal until which Ctrl+Z brings back the last deletion; undefined before the first one. */
  keysUntil?: AbortSignal;
}

interface Offered extends Pick<FormMetadata<EditorForm>, 'insert' | 'update'> {
  formId: string;
  toasts: ReturnType<typeof useToasts>;
  offers: Offers;
  before: CurrentForm;
  name: string;
  index: number;
  after?: CurrentForm;
  /** Sentences about the steps that the deletion broke. */
  broken?: string[];
}

/** How long the offer is shown, in milliseconds. */
const durationMs = 10_000;

export function offerUndo({ formId, insert, update, toasts, offers, ...deleted }: Offered) {
  const { before, name, index, after, broken = [] } = deleted;
  const described = describeDeletion(before, { name, index }, after);
  // A save gives the form another id.
  if (!described || !document.getElementById(formId)) return;
  const { title, deletion } = described;
  const undo = () => {
    offers.undos = offers.undos.filter(({ toastId }) => toastId !== id);
    toasts.dismiss(id);
    const restored = restoreDeleted(readCurrentForm(formId), deletion, offers.owed);
    if (!restored) return void toasts.add({ tone: 'destructive', ...goneTitle });
    offers.owed = restored.owed;
    const { change, left } = restored;
    if (change.type === 'insert') {
      const { name: list, ...item } = change.payload;
      insert({ name: list as FieldName<object[], EditorForm>, ...item });
    } else {
      update({ value: change.payload.value as EditorForm });
      requestAnimationFrame(() => document.getElementsByName(`apiCalls[${index}].name`)[0]?.focus());
    }
    if (left.length > 0)
      toasts.add({ tone: 'destructive', title: leftTitle, description: left.join(' '), durationMs });
  };
  const text =
    broken.length > 0 ? { tone: 'destructive' as const, description: broken.join(' ') } : undefined;
  const id = toasts.add({ tone: 'success', title, ...text, durationMs, onUndo: undo });
  offers.undos.push({ undo, toastId: id });
  offers.isLatest = true;
  takeKeys(formId, offers);
}

/** Brings back the last deletion by Ctrl+Z where that is not for a text, until the signal. */
function takeKeys(formId: string, offers: Offers) {
  const { signal, keysUntil } = offers;
  if (!signal || signal === keysUntil) return;
  offers.keysUntil = signal;
  document.getElementById(formId)?.addEventListener('input', () => (offers.isLatest = false), { signal });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const undo = offers.undos.at(-1)?.undo;
      const isInText = event.target instanceof Element && event.target.matches('input, textarea');
      if (!undo || (isInText && !offers.isLatest)) return;
      event.preventDefault();
      undo();
    },
    { signal },
  );
}
