/** Answers 404 for every path that no other route serves. */
export function loader(): never {
  throw new Response('Not Found', { status: 404 });
}

export default function NotFound() {
  return null;
}
