import { createContext, type ReactNode, useContext, useState } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Says to a screen reader what became of the chain. */
export function useAnnounce() {
  return useContext(AnnounceContext);
}

/** The one place of the chain where moves, copies and tests of calls are spoken; it has to be there before anything is said. */
export function ChainAnnouncer({ children }: { children: ReactNode }) {
  const [text, setText] = useState('');
  return (
    <AnnounceContext.Provider value={setText}>
      {children}
      <output className="sr-only">{text}</output>
    </AnnounceContext.Provider>
  );
}
