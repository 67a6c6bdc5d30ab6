import { createContext, useContext } from 'react';

const Nonce = createContext('');

/** Gives the page's scripts the nonce that the content security policy asks for. */
export const NonceProvider = Nonce.Provider;

/** Empty in the browser, where scripts have run already. */
export function useNonce(): string {
  return useContext(Nonce);
}
