import { createContext, useContext } from 'react';

/** Throws a promise, upon which React puts off what it renders, when the server has rendered for long enough. */
export type Yield = () => void;

const YieldContext = createContext<Yield | undefined>(undefined);

/** The server's alone: in a browser React yields by itself. */
export const YieldProvider = YieldContext.Provider;

/**
 * For a component of which a page has many: before each of them the server may turn to deliveries and other requests. It
 * stands before all other hooks, as the component is rendered from its beginning again.
 */
export function useYieldPoint(): void {
  useContext(YieldContext)?.();
}
