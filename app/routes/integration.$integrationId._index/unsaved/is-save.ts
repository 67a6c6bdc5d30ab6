/** Checks whether a form is the editor's, and is sent to be stored or to be dropped for the stored version. */
export function isSave(form: FormData): boolean {
  return (
    form.has('version') && /^(save|next|run-test|listen|theirs)$/.test(String(form.get('intent') ?? 'save'))
  );
}
