// The limit of a document, apart from the parsers, so that browsers can check it before they send a document.

/** The limit in bytes of a file, and in characters of a text. */
export const longestImport = 16 * 1024 * 1024;

export const tooLongText = 'This is longer than 16 MiB.';
