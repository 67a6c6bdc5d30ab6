import { useLayoutEffect } from 'react';

/**
 * Adds the values of disabled choices to whatever is read from the form. Browsers leave them out, and Conform would take the
 * choices of a read-only form for changed ones.
 */
export function useDisabledValues(formId: string): void {
  useLayoutEffect(() => {
    const form = document.getElementById(formId);
    const add = ({ formData }: FormDataEvent) => {
      const fields = form?.querySelectorAll<HTMLInputElement>('select:disabled,input:disabled:checked');
      for (const { name, value } of fields ?? []) formData.append(name, value);
    };
    form?.addEventListener('formdata', add);
    return () => form?.removeEventListener('formdata', add);
  }, [formId]);
}
