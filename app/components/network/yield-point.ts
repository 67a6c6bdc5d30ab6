import { createContext, useContext } from 'react';

/** Throws a promise when the server has rendered for long enough; React then suspends the component. */
export type Yield = () => void;

const YieldContext = createContext<Yield | undefined>(undefined);

/** Used on the server alone: in a browser React yields by itself. */
export const YieldProvider = YieldContext.Provider;

/**
 * Lets the server handle deliveries and other requests before this component. For a component that a page has many times,
 * or one that is large. Call it before all other hooks, because React then renders the component from its beginning again.
 */
export function useYieldPoint(): void {
  useContext(YieldContext)?.();
}
