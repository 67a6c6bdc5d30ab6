import { useEffect, useRef } from 'react';

/**
 * Returns the props of a form that narrows a list by its address. The fields follow the address, by their names, without being
 * rendered anew, which would lose the focus. Text typed after sending the form stays, and so does the text in the focused field
 * when the address changes for another reason. A user who only goes back or forward sees the address's values.
 */
export function useAddressValues(values: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null);
  /** The values of the fields when they were last sent or written. */
  const known = useRef(values);
  const address = JSON.stringify(values);

  useEffect(() => {
    const next: Record<string, string> = JSON.parse(address);
    const fields = listFields(form.current, next);
    // The server removes spaces around the typed text.
    const isSent = fields.every(({ name }) => known.current[name]?.trim() === next[name]);
    for (const field of fields) {
      const value = next[field.name] ?? '';
      const isTyped = field.value !== known.current[field.name];
      const isKept = isTyped && (isSent || field === document.activeElement);
      if (!isKept && field.value.trim() !== value) field.value = value;
    }
    known.current = next;
  }, [address]);

  function onSubmit() {
    known.current = Object.fromEntries(
      listFields(form.current, values).map(({ name, value }) => [name, value]),
    );
  }

  return { ref: form, onSubmit };
}

function listFields(form: HTMLFormElement | null, values: Record<string, string>) {
  return Object.keys(values)
    .map((name) => form?.elements.namedItem(name))
    .filter((field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement);
}
