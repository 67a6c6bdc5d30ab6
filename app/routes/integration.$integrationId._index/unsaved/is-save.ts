/** Whether a form that is being sent is the editor's, and is to be stored or given up for what is stored. */
export function isSave(form: FormData): boolean {
  return form.has('version') && /^(save|next|run-test|theirs)$/.test(String(form.get('intent') ?? 'save'));
}
