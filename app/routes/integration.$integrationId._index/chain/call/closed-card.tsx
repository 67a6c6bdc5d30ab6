// The card of a call that the user has not opened.
import { type FieldName, useField } from '@conform-to/react';
import { useEffect, useRef, useState } from 'react';
import { describeStored } from '~/components/network/typed-values';
import { whenIdle } from '~/components/network/when-wanted';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { KeptFields } from '../../form/fields/lazy-fields';

/** React leaves the content of an element with this property as the server rendered it. */
const asServed = { __html: '' };

/**
 * Holds the call's values in hidden inputs. Until the browser is idle, the server's rendering stays instead, which works without
 * script: nobody can type there meanwhile, as the style sheet hides it.
 */
export function ClosedCard({ name }: { name: FieldName<CallForm, EditorForm> }) {
  const [{ initialValue }] = useField(name);
  const fields = [{ name, initialValue }];
  const stored = describeStored(fields);
  const isHydrated = useHydrated();
  const [served, setServed] = useState(isHydrated ? undefined : stored);
  const item = useRef<HTMLLIElement>(null);
  // A change of the stored values, as by a button that moves the call.
  if (served !== undefined && served !== stored) setServed(undefined);
  useEffect(() => {
    // Before, it would interrupt the rendering of the whole page.
    if (!isHydrated) return;
    let isGone = false;
    whenIdle(() => {
      if (isGone) return;
      // Chromium goes through the whole form for each submit button that leaves it.
      for (const button of item.current?.querySelectorAll('button') ?? []) button.type = 'button';
      setServed(undefined);
    });
    return () => {
      isGone = true;
    };
  }, [isHydrated]);
  return served === stored ? (
    <li
      key="served"
      ref={item}
      data-call-card
      className="folded:hidden"
      suppressHydrationWarning
      dangerouslySetInnerHTML={asServed}
    />
  ) : (
    <li key="kept" data-call-card hidden>
      <KeptFields fields={fields} />
    </li>
  );
}
