import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadOrRetry } from '~/components/network/lazy-part';
import { sendPlainly } from '~/components/network/send-plainly';
import {
  collectTypedTexts,
  describeStored,
  type StoredField,
  type TypedTexts,
  writeTyped,
} from '~/components/network/typed-values';
import { whenWanted } from '~/components/network/when-wanted';
import { runAfterPointerRelease } from '~/components/pointer/after-pointer-release';
import { useHydrated } from '~/components/ui/use-hydrated';
import { KeptFields } from './lazy-fields';

/** React leaves the content of an element with this property as the server rendered it. */
const asServed = { __html: '' };

/**
 * Returns fields of the form whose script is loaded and run when they are wanted (`whenWanted`). Until then React leaves the
 * server's rendering alone, whatever changes around it, so that it works as without script. Then React renders the fields anew,
 * with what the user typed, opened and focused. Fields that the server has not rendered are hidden inputs until then. While the
 * script cannot be loaded, a save and a press among the fields load the page anew, as without script: only the server can render
 * them.
 *
 * @param drawn the fields themselves on the server, which must not wait: `import.meta.env.SSR && Fields`
 */
export function servedFields<Props extends object>(
  drawn: ComponentType<Props> | false,
  load: () => Promise<ComponentType<Props>>,
  fields: (props: Props) => StoredField[],
): ComponentType<Props> & { preload: () => void } {
  let loaded: ComponentType<Props> | undefined;
  const loadPart = async () => ({ Part: (loaded = await load()), ...(await import('./render-anew')) });
  let loading: ReturnType<typeof loadPart> | undefined;
  let isLost = false;
  const begin = () => (loading ??= loadOrRetry(loadPart, () => (isLost = true)));

  function ServedFields(props: Props) {
    const isHydrated = useHydrated();
    const [Shown, setShown] = useState(() => drawn || loaded);
    const stored = describeStored(fields(props));
    const [served, setServed] = useState(isHydrated ? undefined : stored);
    const isServed = !Shown && served === stored;
    const [typed] = useState<TypedTexts | undefined>(() => (isHydrated ? undefined : new Map()));
    const box = useRef<HTMLDivElement>(null);
    const now = useRef({ props, isServed });
    // A change of the stored values, as by a button that adds a row.
    if (!Shown && served !== undefined && !isServed) setServed(undefined);
    useEffect(() => {
      now.current = { props, isServed };
    });
    useEffect(() => {
      const { current: place } = box;
      if (Shown || !place) return;
      let isGone = false;
      const show = ({ Part, renderAnew }: Awaited<ReturnType<typeof loadPart>>) => {
        if (isGone) return;
        if (typed && now.current.isServed) collectTypedTexts(fields(now.current.props), typed);
        renderAnew(
          () => box.current,
          () => {
            flushSync(() => setShown(() => Part));
            if (typed) writeTyped(typed);
          },
        );
      };
      const want = async () => {
        const part = await begin();
        runAfterPointerRelease(() => show(part));
      };
      const leave = whenWanted(place, () => void want(), begin);
      const form = place.closest('form');
      const send = (event: SubmitEvent) => void (isLost && sendPlainly(event, place));
      form?.addEventListener('submit', send);
      return () => {
        isGone = true;
        leave();
        form?.removeEventListener('submit', send);
      };
    }, [Shown, served, typed]);

    if (Shown)
      return (
        <div key="shown" ref={box}>
          <Shown {...props} />
        </div>
      );
    if (isServed)
      return <div key="served" ref={box} suppressHydrationWarning dangerouslySetInnerHTML={asServed} />;
    return (
      <div key="kept" ref={box}>
        <KeptFields fields={fields(props)} typed={typed} />
      </div>
    );
  }
  const preload = () => void loadPart().catch(() => undefined);
  return Object.assign(ServedFields, { preload });
}
