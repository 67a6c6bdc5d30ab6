import { useEffect } from 'react';
import { LazyPlaceholderMenu } from '../form/fields/lazy-placeholder-menu';
import { LazyRepeatFields, LazyWaitFields } from '../chain/call/lazy-more-fields';
import { LazyStepMenu } from '../chain/nodes/lazy-step-menu';
import { LazyConditionFields } from '../chain/steps/lazy-condition-fields';
import { LazySecretField } from '../trigger/lazy-secret-field';

const parts = [
  LazyPlaceholderMenu,
  LazyWaitFields,
  LazyRepeatFields,
  LazyConditionFields,
  LazyStepMenu,
  LazySecretField,
];

/** Loads parts of the editor in advance, so that the user can open them at once and without a network. */
export function usePreloadParts(): void {
  useEffect(() => {
    for (const part of parts) part.preload();
  }, []);
}
