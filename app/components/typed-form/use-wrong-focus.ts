import { type RefObject, useEffect, useRef } from 'react';

/** Matches wrong fields. A group is wrong as a whole, for which ARIA has no word: `aria-invalid` is for fields. */
const wrong = '[aria-invalid=true], fieldset[data-wrong] :is(input, select)';

/**
 * Returns a form's `ref`. When a response with errors arrives, the form's first wrong field gets the focus. The field may stand
 * far above the pressed button, and without the focus the user would not notice it.
 */
export function useWrongFocus(response: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  // A page that comes with errors is read from its top, and the user may already be typing.
  const known = useRef(response);
  useEffect(() => {
    if (known.current === response) return;
    known.current = response;
    const fields = form.current?.querySelectorAll<HTMLElement>(wrong) ?? [];
    const field = [...fields].find((each) => each.getClientRects().length > 0);
    field?.focus();
    // The centre of the window is not behind a bar at its edge.
    field?.scrollIntoView({ block: 'center' });
  }, [response]);
  return form;
}
