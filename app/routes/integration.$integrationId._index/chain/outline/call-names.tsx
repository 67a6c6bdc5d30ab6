import { useFormMetadata } from '@conform-to/react';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import type { EditorForm } from '../../form/editor-form';
import { listOf } from '../../form/variable-scope';
import type { CallName } from './step-labels';
import { nameCall } from '~/engine/definition/call-name';

const CallNamesContext = createContext<CallName[]>([]);

/** The chain's calls in order, as others name them. */
export function useCallNames(): CallName[] {
  return useContext(CallNamesContext);
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
  return <CallNamesContext.Provider value={calls}>{children}</CallNamesContext.Provider>;
}
