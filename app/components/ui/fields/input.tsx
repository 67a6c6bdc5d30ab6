import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { joinClassNames } from '../class-names';

/** The look of every control one types into. 16 px on small screens, below which iOS zooms the page in. */
export const controlClassName = 'control';

const readOnlyLook = 'read-only:bg-surface-sunken read-only:shadow-none';

/** One line of text. Inside a `Field`, which labels it. */
export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <input
      {...rest}
      className={joinClassNames(controlClassName, readOnlyLook, 'h-10 px-3 max-sm:h-11', className)}
    />
  );
}

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** Code or JSON: monospaced, not wrapped, not spell-checked. */
  code?: boolean;
}

/** Several lines of text, growing with what is typed where the browser can. */
export function TextArea({ code = false, rows = 4, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      // What was typed before stands in it from the server: for other text React would draw the whole page anew.
      suppressHydrationWarning
      rows={rows}
      spellCheck={code ? false : undefined}
      {...rest}
      className={joinClassNames(
        controlClassName,
        readOnlyLook,
        'field-sizing-content min-h-20 px-3 py-2 leading-6',
        code && 'overflow-x-auto font-mono text-[0.8125rem] whitespace-pre sm:text-[0.8125rem]',
        className,
      )}
    />
  );
}
