import { useFormMetadata } from '@conform-to/react';
import { useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { FieldMeta } from '~/components/ui/fields/field';
import type { EditorForm } from '../../form/editor-form';

export interface Connection {
  id: string;
  name: string;
}

interface MadeConnectionProps {
  field: FieldMeta & { value?: string | undefined };
  /** The connections when the user left for the new tab. */
  known: Connection[];
}

/** Finds, when the user comes back from the new tab, the connection that they made there, and chooses it if none is chosen. */
export function MadeConnection({ field, known }: MadeConnectionProps) {
  const { connections } = useLoaderData<{ connections: Connection[] }>();
  const { revalidate } = useRevalidator();
  const form = useFormMetadata<EditorForm>();
  const seen = useRef(known);
  useEffect(() => {
    addEventListener('focus', revalidate);
    return () => removeEventListener('focus', revalidate);
  }, [revalidate]);
  // Or what is chosen was deleted.
  const isEmpty = connections.every(({ id }) => id !== field.value);
  useEffect(() => {
    const [made, ...others] = connections.filter(({ id }) => seen.current.every((each) => each.id !== id));
    seen.current = connections;
    if (isEmpty && made && others.length === 0) form.update({ name: field.name, value: made.id });
  }, [connections, isEmpty, form, field.name]);
  return null;
}
