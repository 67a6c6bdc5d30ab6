import { useFormMetadata } from '@conform-to/react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef } from 'react';
import { useToasts } from '~/components/ui/toast';
import type { EditorForm } from '../../form/editor-form';
import { readCurrentForm } from '../../form/read-form';
import type { CurrentForm } from '../../form/variable-scope';
import type { Offers } from './offer-undo';

/** An item that was deleted from the list `name`, and the form before that. */
interface Deleted {
  before: CurrentForm;
  name: string;
  index: number;
  /** The form without the item, when more than the item changed. */
  after?: CurrentForm;
  /** Sentences about the steps that the deletion broke. */
  broken?: string[];
}

const OfferContext = createContext<(deleted: Deleted) => void>(() => {});

/** Returns the function that offers to bring back what an edit of the chain deleted. */
export function useOfferUndo() {
  return useContext(OfferContext);
}

function loadOffer() {
  return import('./offer-undo').catch(() => undefined);
}

/**
 * Offers to bring back each item that a button deletes from a list of the form, until a save: in a toast, and by Ctrl+Z
 * where that is not for a text.
 */
export function UndoProvider({ formId, children }: { formId: string; children: ReactNode }) {
  const { insert, update } = useFormMetadata<EditorForm>();
  const toasts = useToasts();
  const offers = useRef<Offers>({ undos: [], owed: [], isLatest: false });
  const changes = useRef({ insert, update });
  const offer = useCallback(
    (deleted: Deleted) =>
      void loadOffer().then((loaded) =>
        loaded?.offerUndo({ formId, ...changes.current, toasts, offers: offers.current, ...deleted }),
      ),
    [formId, toasts],
  );
  useEffect(() => {
    const form = document.getElementById(formId);
    const note = ({ submitter }: SubmitEvent) => {
      if (!(submitter instanceof HTMLButtonElement) || submitter.name !== '__intent__') return;
      const { type, payload } = JSON.parse(submitter.value) as { type: string; payload: Deleted };
      if (type === 'remove') offer({ ...payload, before: readCurrentForm(formId) });
    };
    const { current } = offers;
    const ended = new AbortController();
    form?.addEventListener('submit', note, ended);
    current.signal = ended.signal;
    void loadOffer();
    return () => {
      // A save gives the form anew.
      for (const { toastId } of current.undos) toasts.dismiss(toastId);
      ended.abort();
    };
  }, [formId, offer, toasts]);
  return <OfferContext.Provider value={offer}>{children}</OfferContext.Provider>;
}
