import { useHydrated } from '~/components/ui/use-hydrated';

/**
 * Returns the value of a field of a part whose script is loaded later. While React hydrates the part, that is the value that the
 * server rendered: with another text React would render the part anew, without what the user typed before.
 */
export function useRenderedValue<Value>({ value, initialValue }: { value?: Value; initialValue?: Value }) {
  return useHydrated() ? value : initialValue;
}
