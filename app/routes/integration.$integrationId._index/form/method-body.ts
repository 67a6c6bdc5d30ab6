/** Whether the form asks for the body of a method before it shows one, and app.css hides it until then. */
export function rarelyHasBody(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
