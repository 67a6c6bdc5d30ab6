import { createContext, type ReactNode, useContext, useState } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Returns the function that tells a screen reader what happened to the chain. */
export function useAnnounce() {
  return useContext(AnnounceContext);
}

/** The chain's one live region for moves, copies and tests of calls; a live region must exist before its text changes. */
export function ChainAnnouncer({ children }: { children: ReactNode }) {
  const [text, setText] = useState('');
  return (
    <AnnounceContext.Provider value={setText}>
      {children}
      <output className="sr-only">{text}</output>
    </AnnounceContext.Provider>
  );
}
