// The headers that a definition names: those a call sends, and those a delivery must carry.
import { z } from 'zod';
import { limits } from '../schema/limits';

/** The message about a header without a name or a value. */
export const incompleteHeader = 'All headers must have both key and value';

/** A field name by RFC 9110 §5.6.2. */
export const HeaderName = z
  .string()
  .refine((name) => name.trim() !== '', { error: incompleteHeader, abort: true })
  .max(200, 'Header names must be 200 characters or less')
  .regex(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
    "A header name may only contain letters, digits and !#$%&'*+.^_`|~-",
  )
  .refine((name) => name !== '__proto__', { error: 'This name is reserved' });

/** A field value by RFC 9110 §5.5: without line breaks, which could inject another header. */
export const HeaderValue = z
  .string()
  .max(limits.headerValueLength, `Header values must be ${limits.headerValueLength} characters or less`)
  .regex(/^(?:\t|\P{Cc})*$/u, 'A header value must be one line')
  .describe('One line, without control characters but the tab.');

export const Headers = z
  .record(HeaderName, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= limits.headersPerCall, {
    error: `A call may have at most ${limits.headersPerCall} headers`,
  })
  .refine(
    (headers) => {
      const names = Object.keys(headers).map((name) => name.toLowerCase());
      return new Set(names).size === names.length;
    },
    { error: 'Header name already exists' },
  );
