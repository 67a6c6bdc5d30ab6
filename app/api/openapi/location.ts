// The address of something that a call created (RFC 9110 §15.3.2).

/** The headers of a 201. */
export const createdHeaders = { Location: 'The path at which it is read.' };

/** Returns the header that locates the resource at `/api/` and these segments. */
export function locate(...segments: string[]): { Location: string } {
  return { Location: ['/api', ...segments.map(encodeURIComponent)].join('/') };
}
