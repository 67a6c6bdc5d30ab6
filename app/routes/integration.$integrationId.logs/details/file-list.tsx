import { useParams } from '@remix-run/react';
import { Download } from '~/components/icons/icons';
import { LogBlock } from '~/components/log/log-block';
import { buttonClassName } from '~/components/ui/button';
import type { FileView } from '../log-view/files-view';

interface FileListProps {
  executionId: string;
  files: FileView[];
}

/** Lists the files of an execution, with a download link for each. */
export function FileList({ executionId, files }: FileListProps) {
  const { integrationId = '' } = useParams();
  const address = `/api/integrations/${integrationId}/executions/${executionId}/file`;
  return (
    <LogBlock title="Files" copied={files.map(({ name, text }) => `${name}: ${text}`).join('\n')}>
      <ul className="divide-y divide-line rounded-md border border-line">
        {files.map(({ name, text, source, query }) => (
          <li key={source + (query ?? '')} className="flex flex-wrap items-center gap-3 px-5 py-3 sm:px-6">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="text-[0.8125rem] text-ink-muted wrap-anywhere">
                <code className="font-mono">{source}</code> · {text}
              </p>
            </div>
            {query !== null && (
              <a className={buttonClassName('secondary', 'sm')} href={`${address}?${query}`} download={name}>
                <Download aria-hidden className="size-4 shrink-0" />
                Download<span className="sr-only"> {name}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </LogBlock>
  );
}
