import { createContext, useContext } from 'react';

const Nonce = createContext('');

/** Gives the page's scripts the nonce that the content security policy asks for. */
export const NonceProvider = Nonce.Provider;

/** Returns the nonce; empty in the browser, where scripts have already run. */
export function useNonce(): string {
  return useContext(Nonce);
}
