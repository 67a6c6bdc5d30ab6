// How large a document may be; apart from the parsers, for browsers that check it before they send it.

/** Bytes of a file, and characters of a text. */
export const longestImport = 16 * 1024 * 1024;

export const tooLongText = 'This is longer than 16 MiB.';
