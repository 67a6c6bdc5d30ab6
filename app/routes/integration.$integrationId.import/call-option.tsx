import { MethodBadge } from '~/components/http/method-badge';
import type { ImportOption } from '~/services/imports/import-choices';

interface CallOptionProps {
  choice: ImportOption;
  selected: boolean;
  onToggle: (selected: boolean) => void;
}

export function CallOption({ choice, selected, onToggle }: CallOptionProps) {
  const { key, label, group, method, url, details, notes } = choice;
  return (
    <li className="p-4">
      <label className="flex min-h-6 items-start gap-3">
        <input
          type="checkbox"
          name="key"
          value={key}
          checked={selected}
          onChange={(event) => onToggle(event.currentTarget.checked)}
          className="mt-1 size-4 shrink-0"
        />
        <span className="min-w-0 font-medium wrap-anywhere">
          {label}
          {group && <span className="font-normal text-ink-muted"> · {group}</span>}
        </span>
      </label>
      <p className="mt-1 flex items-start gap-2 pl-7">
        <MethodBadge method={method} />
        <code className="min-w-0 font-mono text-[0.8125rem] wrap-anywhere">{url}</code>
      </p>
      <div className="mt-2 pl-7 text-[0.8125rem] text-ink-muted empty:hidden">
        {details && <p className="wrap-anywhere">{details}</p>}
        {notes.length > 0 && (
          <>
            <p className="mt-2 font-medium text-ink">Not understood, or left for you to fill in</p>
            <ul className="list-disc pl-5 wrap-anywhere">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </li>
  );
}
