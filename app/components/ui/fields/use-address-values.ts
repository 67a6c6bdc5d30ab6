import { useEffect, useRef } from 'react';

/**
 * For a form that narrows a list by its address: its fields follow the address, by their names, without being made anew, which
 * would lose the focus. What somebody typed since the form was sent stays, and so does what is being typed in a field
 * when the address changes for another reason; who only went back or forward sees what the address says.
 */
export function useAddressValues(values: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null);
  /** What the fields held when they were last sent or written. */
  const known = useRef(values);
  const address = JSON.stringify(values);

  useEffect(() => {
    const next: Record<string, string> = JSON.parse(address);
    const fields = listFields(form.current, next);
    // The server leaves out spaces around what is typed.
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
