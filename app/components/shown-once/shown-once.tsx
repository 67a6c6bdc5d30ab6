import { useEffect, useRef } from 'react';
import { Banner } from '../ui/banner';
import { CodeBlock } from '../ui/code-block';

interface ShownOnceProps {
  title: string;
  text: string;
  /** The name of what is shown, as 'API token'. */
  label: string;
  code: string;
}

/** What a response shows and no later page does. It comes into view, and the focus goes to the button that copies it. */
export function ShownOnce({ title, text, label, code }: ShownOnceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector('button')?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} className="flex flex-col gap-3">
      <Banner tone="good" title={title} live>
        {text}
      </Banner>
      <CodeBlock label={label} code={code} wrap />
    </div>
  );
}
