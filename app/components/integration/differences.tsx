import type { Difference } from '~/engine/versions/compare-values';

interface DifferencesProps {
  differences: Difference[];
  mine: string;
  theirs: string;
}

/** What differs between two forms, field by field; both texts stand side by side where there is room. */
export function Differences({ differences, mine, theirs }: DifferencesProps) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-surface-raised text-ink">
      {differences.map((difference) => (
        <li key={`${difference.where} ${difference.field} ${difference.mine}`} className="px-4 py-3">
          <p className="font-medium wrap-anywhere">
            {difference.where}: {difference.field}
          </p>
          <dl className="mt-1 grid gap-x-6 gap-y-2 sm:grid-cols-2">
            <Side label={mine} text={difference.mine} />
            <Side label={theirs} text={difference.theirs} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-ink-muted">{label}</dt>
      <dd className="font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">{text}</dd>
    </div>
  );
}
