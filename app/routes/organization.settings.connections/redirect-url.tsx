import { CopyButton } from '~/components/ui/copy-button';

/** The redirect URL that the user registers at a provider, which gives a client ID for it. */
export function RedirectUrl({ url }: { url: string }) {
  return (
    <div>
      <p className="text-ink-muted">
        First register this address with the provider, as its redirect or callback URL:
      </p>
      <div className="mt-1 flex items-center gap-2">
        <code className="min-w-0 font-mono wrap-anywhere">{url}</code>
        <CopyButton label="Redirect URL" text={url} />
      </div>
    </div>
  );
}
