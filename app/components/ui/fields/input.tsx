import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { joinClassNames } from '../class-names';
import { useReadOnly } from '../read-only';

/** The look of every control for typing. It has 16 px on small screens; iOS zooms the page in for smaller text. */
export const controlClassName = 'control';

const readOnlyLook = 'read-only:bg-surface-sunken read-only:shadow-none';

/** One line of text. Used inside a `Field`, which labels it. */
export function Input({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <input
      readOnly={useReadOnly()}
      {...rest}
      className={joinClassNames(controlClassName, readOnlyLook, 'h-10 px-3 max-sm:h-11', className)}
    />
  );
}

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** Whether it holds code or JSON: monospaced, not wrapped, not spell-checked. */
  code?: boolean;
}

/** Several lines of text, which grow with the typed text in browsers that support it. */
export function TextArea({ code = false, rows = 4, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      // The server may have filled in what the user typed before: for other text React would render the whole page anew.
      suppressHydrationWarning
      rows={rows}
      spellCheck={code ? false : undefined}
      readOnly={useReadOnly()}
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
