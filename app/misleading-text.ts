/** Line breaks, and marks that turn the direction of writing: they would make a text look like another one. */
export const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** What is said of a field that has some; `label` begins the sentence. */
export const describeMisleading = (label: string) =>
  `${label} must not contain line breaks or control characters`;
