import { type RefObject, useEffect, useRef } from 'react';

/** A group is wrong as a whole, which ARIA has no word for: `aria-invalid` is for fields. */
const wrong = '[aria-invalid=true], fieldset[data-wrong] :is(input, select)';

/**
 * For a form's `ref`: its first wrong field has the focus when a response came that tells of one. It may stand far above
 * the button that was pressed, and without the focus nobody would notice.
 */
export function useWrongFocus(response: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  // What the page came with is read from its top, and one may be typing already.
  const known = useRef(response);
  useEffect(() => {
    if (known.current === response) return;
    known.current = response;
    const fields = form.current?.querySelectorAll<HTMLElement>(wrong) ?? [];
    const field = [...fields].find((each) => each.getClientRects().length > 0);
    field?.focus();
    // Not behind a bar that stays at the window's edge.
    field?.scrollIntoView({ block: 'center' });
  }, [response]);
  return form;
}
