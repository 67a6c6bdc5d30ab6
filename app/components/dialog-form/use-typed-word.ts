import { type KeyboardEvent, useState } from 'react';
import { isSameWord } from '~/engine/texts/same-word';
import { useHydrated } from '../ui/use-hydrated';

interface TypedWordOptions {
  /** The word that the user must type before the button works. */
  word: string;
  /** What the user typed before. */
  typed?: string | undefined;
  errors?: string[] | undefined;
}

/** The state of a field with a word that must be typed. It is not checked before the script runs: the server checks it, too. */
export function useTypedWord({ word, typed: initial = '', errors }: TypedWordOptions) {
  const hydrated = useHydrated();
  const [typed, setTyped] = useState(initial);
  const [asked, setAsked] = useState(false);
  const isMissing = hydrated && !isSameWord(typed, word);
  const label = `Type ${word} to confirm`;
  return {
    label,
    /** Whether the button is disabled. */
    isMissing,
    errors: isMissing && asked ? [label] : errors,
    type: setTyped,
    /** Enter in a field of a form whose button is disabled does nothing in browsers, so this says why. */
    onKeyDown({ key, target, currentTarget: form }: KeyboardEvent<HTMLFormElement>) {
      if (!isMissing || key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
      setAsked(true);
      const field = form.elements.namedItem('confirmation');
      if (!(field instanceof HTMLInputElement)) return;
      field.focus();
      // The message below it is in view, too.
      field.scrollIntoView({ block: 'center' });
    },
  };
}
