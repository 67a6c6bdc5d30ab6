/** The element id of the choice between two versions. */
export const conflictId = 'conflict';
