import { useFetchers, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Forms send themselves to have a field checked as one leaves it. Remix only waits for what was sent last, so a check
 * would end the save or the change of page that a press has just begun. It is left out instead: what it would find, the
 * response tells. Stands once, around the whole page.
 */
export function useSuppressFieldChecks(): void {
  const navigation = useNavigation();
  const isLeaving = navigation.state !== 'idle' && !navigation.formData?.has(checkName);
  const isSending = useFetchers().some(({ formData }) => formData && !formData.has(checkName));
  const isBusy = isLeaving || isSending;
  useEffect(() => {
    if (!isBusy) return;
    // Before React hears of it, which listens at the document.
    window.addEventListener('submit', suppressCheck, true);
    return () => window.removeEventListener('submit', suppressCheck, true);
  }, [isBusy]);
}

/** The button by which Conform sends a form for another reason than to have it done. */
const checkName = '__intent__';

function suppressCheck(event: SubmitEvent): void {
  const button = event.submitter as HTMLButtonElement | null;
  if (button?.name !== checkName || !button.value.includes('"type":"validate"')) return;
  event.preventDefault();
  event.stopPropagation();
}
