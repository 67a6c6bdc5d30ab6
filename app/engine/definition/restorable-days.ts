/** For how many days a deleted integration can be restored. */
export const restorableDays = 7;
