import { CopyButton } from '~/components/ui/copy-button';

interface RedirectUrlProps {
  url: string;
  /** What to do with it. */
  text?: string;
}

/** The redirect URL that the user registers at a provider, which gives a client ID for it. */
export function RedirectUrl({
  url,
  text = 'First register this address with the provider, as its redirect or callback URL:',
}: RedirectUrlProps) {
  return (
    <div>
      <p className="text-ink-muted">{text}</p>
      <div className="mt-1 flex items-center gap-2">
        <code className="min-w-0 font-mono wrap-anywhere">{url}</code>
        <CopyButton label="Redirect URL" text={url} />
      </div>
    </div>
  );
}
