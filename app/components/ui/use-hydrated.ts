import { useBrowserValue } from './use-browser-value';

const yes = () => true;

/**
 * Returns false on the server and during hydration, true soon afterwards. For controls that work only with script: render them,
 * but keep them `invisible` until this is true. Then nothing shifts, and people without script see no control without effect.
 */
export function useHydrated(): boolean {
  return useBrowserValue(yes) ?? false;
}
