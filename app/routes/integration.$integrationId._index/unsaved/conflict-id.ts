/** Where the choice between two versions stands on the page. */
export const conflictId = 'conflict';
