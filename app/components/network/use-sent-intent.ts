import { useNavigation } from '@remix-run/react';

/**
 * Returns the intent of a form that has no response yet. The reads after the response do not count: the user may press the
 * button again. For responses that lead to no other page.
 */
export function useSentIntent(): string | undefined {
  const { state, formData } = useNavigation();
  return state === 'submitting' ? String(formData?.get('intent') ?? '') : undefined;
}
