import { useNavigate } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { joinClassNames } from '~/components/ui/class-names';
import { type LogQuery, logUrl, readLogQuery } from './log-url';
import { parseStatus, statusChips } from '~/components/integration/status-labels';

interface StatusChipsProps {
  view: LogQuery;
  /** Called before a chip sends the form. */
  onSend: () => void;
}

/** The submit buttons for the status, with script and without; each also sends what is typed in the form around them. */
export function StatusChips({ view, onSend }: StatusChipsProps) {
  const navigate = useNavigate();
  const current = parseStatus(view.filter.status) ?? '';

  /** Navigates like the form would, but to an address without empty parameters, and without scrolling up. */
  function send(event: MouseEvent<HTMLButtonElement>) {
    const { form, value } = event.currentTarget;
    // The browser then submits the form and shows which field is invalid.
    if (!form?.checkValidity()) return;
    event.preventDefault();
    onSend();
    const search = new URLSearchParams();
    for (const [name, text] of new FormData(form)) if (typeof text === 'string') search.set(name, text);
    search.set('status', value);
    navigate(logUrl(readLogQuery(view.integrationId, search)), { preventScrollReset: true });
  }

  return (
    <fieldset aria-label="Status" className="min-w-0 flex-1 basis-40 sm:basis-108">
      <ul className="flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {statusChips.map(({ value, text }) => (
          <li key={value} className="shrink-0">
            <button
              type="submit"
              name="status"
              value={value}
              onClick={send}
              aria-current={value === current ? 'true' : undefined}
              className={joinClassNames(
                'flex h-8 items-center rounded-full px-3 text-[0.8125rem] font-medium -outline-offset-2!',
                value === current
                  ? 'bg-accent-soft text-accent-ink'
                  : 'text-ink-muted hover:bg-surface-hover hover:text-ink',
              )}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
