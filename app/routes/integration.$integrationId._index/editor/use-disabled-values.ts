import { useLayoutEffect } from 'react';

/**
 * Adds the values of disabled choices to whatever is read from a read-only form. Browsers leave them out, and Conform would take
 * them for changed ones.
 */
export function useDisabledValues(formId: string, isReadOnly: boolean): void {
  useLayoutEffect(() => {
    const form = document.getElementById(formId);
    if (!form || !isReadOnly) return;
    const add = ({ formData }: FormDataEvent) => {
      const fields = form.querySelectorAll<HTMLInputElement>('select:disabled,input:disabled:checked');
      for (const { name, value } of fields) formData.append(name, value);
    };
    form.addEventListener('formdata', add);
    return () => form.removeEventListener('formdata', add);
  }, [formId, isReadOnly]);
}
