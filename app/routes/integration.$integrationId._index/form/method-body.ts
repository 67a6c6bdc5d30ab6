/** Checks whether the form shows the body of a method only after the user asked for it. app.css hides the body until then. */
export function rarelyHasBody(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
