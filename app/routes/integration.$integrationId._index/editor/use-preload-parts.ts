import { useEffect } from 'react';
import { LazyPlaceholderMenu } from '../form/fields/lazy-placeholder-menu';
import { LazyRepeatFields, LazyWaitFields } from '../chain/call/lazy-more-fields';
import { LazyStepMenu } from '../chain/nodes/lazy-step-menu';
import { LazyConditionalCard, LazyHandlingCard } from '../chain/steps/lazy-step-cards';

const parts = [
  LazyPlaceholderMenu,
  LazyWaitFields,
  LazyRepeatFields,
  LazyConditionalCard,
  LazyHandlingCard,
  LazyStepMenu,
];

/** Loads parts of the editor in advance, so that the user can open them at once and without a network. */
export function usePreloadParts(): void {
  useEffect(() => {
    for (const part of parts) part.preload();
  }, []);
}
