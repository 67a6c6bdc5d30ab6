import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button';

interface LogBlockProps {
  title: string;
  /** The text that the button beside the title copies; there is no button without it. */
  copied?: string;
  children: ReactNode;
}

/** A part of the log of an execution or a test, under its title. */
export function LogBlock({ title, copied, children }: LogBlockProps) {
  return (
    <section className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-2 pr-1">
        <h4 className="font-medium">{title}</h4>
        {copied !== undefined && <CopyButton label={title} text={copied} />}
      </div>
      {children}
    </section>
  );
}
