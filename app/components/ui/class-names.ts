/** Joins the class names that apply; `condition && 'name'` drops out when the condition does not hold. */
export function joinClassNames(...names: (string | false | null | undefined)[]) {
  return names.filter(Boolean).join(' ');
}
