// Where something that was made is read from then on (RFC 9110 §15.3.2).

/** What a 201 says beside its body. */
export const createdHeaders = { Location: 'The path at which it is read.' };

/** The header for what stands at `/api/` and these segments. */
export function locate(...segments: string[]): { Location: string } {
  return { Location: ['/api', ...segments.map(encodeURIComponent)].join('/') };
}
