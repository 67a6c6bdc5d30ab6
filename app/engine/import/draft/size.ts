// The limit of a document, in a file of its own, so that browsers can check a document without loading the parsers.

/** The limit in bytes of a file, and in characters of a text. */
export const maxImportLength = 16 * 1024 * 1024;

export const tooLongText = 'This is longer than 16 MiB.';
