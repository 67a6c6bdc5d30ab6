import { useFormMetadata } from '@conform-to/react';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import { nameCall } from '~/engine/definition/call-name';
import type { EditorForm } from '../editor-form';
import { nameNewCall } from '../new-call';
import { listOf } from '../variable-scope';

/** A call as others name it. */
export interface CallName {
  id: string;
  label: string;
}

const CallNamesContext = createContext<CallName[]>([]);
const NewCallIdContext = createContext('');

/** The chain's calls in order, as others name them. */
export function useCallNames(): CallName[] {
  return useContext(CallNamesContext);
}

/** The id of a call that is added next: no other of the chain has it, whatever they are called. */
export function useNewCallId(): string {
  return useContext(NewCallIdContext);
}

/** Looks at the form on every key, but tells those below only when a name or the order changes. */
export function CallNamesProvider({ children }: { children: ReactNode }) {
  const { value } = useFormMetadata<EditorForm>();
  // The key that is pressed is painted first, then what follows from it.
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
  const newId = nameNewCall(calls.map(({ id }) => id));
  return (
    <NewCallIdContext.Provider value={newId}>
      <CallNamesContext.Provider value={calls}>{children}</CallNamesContext.Provider>
    </NewCallIdContext.Provider>
  );
}
