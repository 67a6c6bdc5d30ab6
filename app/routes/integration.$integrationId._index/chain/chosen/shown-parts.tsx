// Keeps which part of each call is shown: a save renders the form anew, and the user goes on where they were.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { CallPart } from '../call/call-parts';

const ShownPartsContext = createContext<Map<string, CallPart> | undefined>(undefined);

/** Holds the parts for as long as the integration is open. It stands around the form, which each save renders anew. */
export function ShownPartsProvider({ children }: { children: ReactNode }) {
  const [parts] = useState(() => new Map<string, CallPart>());
  return <ShownPartsContext.Provider value={parts}>{children}</ShownPartsContext.Provider>;
}

/** Returns the part of a call that is shown, and a function that shows another; at first the filled parts are shown. */
export function useShownPart(callId: string): [CallPart, (part: CallPart) => void] {
  const parts = useContext(ShownPartsContext);
  const [part, setPart] = useState<CallPart>(() => parts?.get(callId) ?? 'request');
  useEffect(() => {
    parts?.set(callId, part);
  }, [parts, callId, part]);
  return [part, setPart];
}
