/** Joins the class names that apply; skips `condition && 'name'` when the condition does not hold. */
export function joinClassNames(...names: (string | false | null | undefined)[]) {
  return names.filter(Boolean).join(' ');
}
