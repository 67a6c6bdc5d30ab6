import { createContext, useContext } from 'react';

/** Throws a promise, upon which React puts off what it renders, when the server has rendered for long enough. */
export type Yield = () => void;

const YieldContext = createContext<Yield | undefined>(undefined);

/** The server's alone: in a browser React yields by itself. */
export const YieldProvider = YieldContext.Provider;

/**
 * For a component that a page has many times. Before each of them the server may handle deliveries and other requests. Call it
 * before all other hooks, because React then renders the component from its beginning again.
 */
export function useYieldPoint(): void {
  useContext(YieldContext)?.();
}
