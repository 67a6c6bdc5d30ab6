/** Matches line breaks and marks that change the writing direction: they can make a text look like another one. */
export const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Returns the message for a field with such characters. `label` begins the sentence. */
export const describeMisleading = (label: string) =>
  `${label} must not contain line breaks or control characters`;
