// Forms of a user who may look at them, but not change them.
import { createContext, useContext } from 'react';

const ReadOnlyContext = createContext(false);

/**
 * Makes the fields inside it read-only, with `value`: text can be focused, read and copied. HTML has no such state for choices,
 * so they are disabled. Submit buttons are left out.
 */
export const ReadOnly = ReadOnlyContext.Provider;

export function useReadOnly(): boolean {
  return useContext(ReadOnlyContext);
}
