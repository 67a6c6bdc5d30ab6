/** The fields of a call that was just added. Its id is made when it is saved. */
export const newCall = { method: 'GET', authConfig: { type: 'none' }, timeoutSeconds: '30' };
