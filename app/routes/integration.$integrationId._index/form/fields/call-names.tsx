import { useFormMetadata } from '@conform-to/react';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import { nameCall } from '~/engine/definition/call-name';
import type { EditorForm } from '../editor-form';
import { nameNewCall } from '../new-call';
import { listCallIds, listOf } from '../variable-scope';

/** The id of a call and its name, as other parts of the form show it. */
export interface CallName {
  id: string;
  label: string;
}

const CallNamesContext = createContext<CallName[]>([]);
const NewCallIdContext = createContext('');

/** Returns the names of the chain's calls, in order. */
export function useCallNames(): CallName[] {
  return useContext(CallNamesContext);
}

/** Returns an id for the next new call, which no other call of the chain has. */
export function useNewCallId(): string {
  return useContext(NewCallIdContext);
}

/** Reads the form on every key press, but updates its consumers only when a name or the order changes. */
export function CallNamesProvider({ children }: { children: ReactNode }) {
  const { value } = useFormMetadata<EditorForm>();
  // Deferred, so that the browser paints the key press first.
  const shown = useDeferredValue(value);
  const names = useMemo(
    () =>
      JSON.stringify(
        listOf(shown?.apiCalls).map((call, index) => ({
          id: call?.id ?? '',
          label: nameCall(call?.name, index),
        })),
      ),
    [shown],
  );
  const calls = useMemo(() => JSON.parse(names) as CallName[], [names]);
  // Not deferred: the next call may be added before the names of the last one are drawn.
  const newId = nameNewCall(listCallIds(value));
  return (
    <NewCallIdContext.Provider value={newId}>
      <CallNamesContext.Provider value={calls}>{children}</CallNamesContext.Provider>
    </NewCallIdContext.Provider>
  );
}
