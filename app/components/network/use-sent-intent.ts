import { useNavigation } from '@remix-run/react';

/**
 * The intent of what was sent and has no response yet. What the page reads again after the response holds nothing up:
 * who has read it may press again. For responses that lead to no other page.
 */
export function useSentIntent(): string | undefined {
  const { state, formData } = useNavigation();
  return state === 'submitting' ? String(formData?.get('intent') ?? '') : undefined;
}
