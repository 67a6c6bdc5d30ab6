import { useFetcher, useNavigation } from '@remix-run/react';
import { SearchCheck } from '~/components/icons/icons';
import { type KeyboardEvent, useRef } from 'react';
import { useActionResponse, withoutNetworkError } from '~/components/network/network-error';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { ReadOnly } from '~/components/ui/read-only';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';
import type { Tone } from '~/components/ui/tone';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { DeliveryCheck, DeliveryVerdict } from '~/services/webhooks/set-up/delivery-verdict';
import type { DeliveryCheckFeedback } from '../form/editor-feedback';
import { Fold } from '../form/fields/fold';
import { nameBeside } from '../form/read-form';
import { useKeptTexts } from './use-kept-texts';

const intent = 'delivery:check';
const requestId = 'checked-request';
const addressId = 'checked-address';

/** Checks what the webhook would do with a pasted request, also for who only looks. The request is not part of a save. */
export function DeliveryCheckFold(props: { asksAddress: boolean }) {
  const check = useLoadedCheck();
  const kept = useKeptTexts();
  return (
    <Fold
      title="Check a request"
      summary="What the webhook would do with a request"
      isOpen={check !== undefined || kept.find(requestId) !== ''}
    >
      <ReadOnly value={false}>
        <DeliveryCheckPanel {...props} />
      </ReadOnly>
    </Fold>
  );
}

/** Returns the outcome of a press without script. It is read here, so that the editor need not pass it on. */
function useLoadedCheck(): DeliveryCheckFeedback | undefined {
  return useActionResponse<() => Promise<{ check?: DeliveryCheckFeedback }>>()?.check;
}

function DeliveryCheckPanel({ asksAddress }: { asksAddress: boolean }) {
  const loaded = useLoadedCheck();
  const fetcher = useFetcher<{ check: DeliveryCheckFeedback }>();
  const navigation = useNavigation();
  const hydrated = useHydrated();
  const panel = useRef<HTMLDivElement>(null);
  const check = withoutNetworkError(fetcher.data)?.check ?? loaded;
  const kept = useKeptTexts();
  const typed = {
    request: loaded?.request ?? kept.find(requestId),
    address: loaded?.address ?? kept.find(addressId),
  };
  const nameOf = (field: string) => (hydrated ? '' : nameBeside(field));

  function read(id: string): string {
    const field = panel.current?.querySelector<HTMLInputElement>(`#${id}`);
    return field?.value ?? '';
  }

  function send() {
    const { pathname } = window.location;
    const fields = {
      [nameBeside('request')]: read(requestId),
      [nameBeside('address')]: read(addressId),
    };
    fetcher.submit({ intent, ...fields }, { method: 'post', action: pathname });
  }

  function sendByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    send();
  }

  const pending = fetcher.state !== 'idle' || navigation.formData?.get('intent') === intent;
  return (
    <div ref={panel} onInput={kept.keep} className="flex min-w-0 flex-col gap-4">
      <TextAreaField
        field={describeField(requestId, {
          name: nameOf('request'),
          initialValue: typed.request,
        })}
        label="Request"
        hint="A cURL command, or headers, an empty line and the body. Nothing is stored or run. It is checked against the saved trigger."
        rows={6}
        spellCheck={false}
        autoComplete="off"
        className="font-mono"
        placeholder={'POST /webhook HTTP/1.1\nContent-Type: application/json\n\n{"id": 7}'}
      />
      {asksAddress && (
        <TextField
          field={describeField(addressId, {
            name: nameOf('address'),
            initialValue: typed.address,
          })}
          label="Sender address"
          hint="Optional. The IP address it comes from."
          spellCheck={false}
          className="font-mono"
          onKeyDown={sendByEnter}
        />
      )}
      <div>
        <Button
          type={hydrated ? 'button' : 'submit'}
          icon={SearchCheck}
          name="intent"
          value={intent}
          pending={pending}
          pendingText="Checking..."
          onClick={hydrated ? send : undefined}
        >
          Check a request
        </Button>
      </div>
      {check?.message && (
        <Banner tone="bad" live>
          {check.message}
        </Banner>
      )}
      {check?.verdict && <Verdict verdict={check.verdict} />}
    </div>
  );
}

const tones: Record<DeliveryVerdict['outcome'], 'good' | 'info' | 'warn' | 'bad'> = {
  accepted: 'good',
  captured: 'info',
  handshake: 'info',
  skipped: 'warn',
  rejected: 'bad',
};

const outcomes: Record<DeliveryVerdict['outcome'], string> = {
  accepted: 'Accepted',
  captured: 'Captured',
  handshake: 'Answered',
  skipped: 'Skipped',
  rejected: 'Rejected',
};

const labels: Record<DeliveryCheck['check'], string> = {
  deployed: 'Deployed',
  handshake: 'Handshake',
  method: 'Method',
  proof: 'Proof',
  headers: 'Required headers',
  address: 'Address',
  body: 'Body',
  condition: 'Only run if',
  variables: 'Variables',
  key: 'Delivery key',
};

const results: Record<DeliveryCheck['result'], { tone: Tone; text: string }> = {
  passed: { tone: 'good', text: 'Passed' },
  failed: { tone: 'bad', text: 'Failed' },
  open: { tone: 'neutral', text: 'Not checked' },
};

function Verdict({ verdict: { outcome, status, text, checks, variables } }: { verdict: DeliveryVerdict }) {
  return (
    <section aria-label="Result of the check" className="flex min-w-0 flex-col gap-4">
      <Banner tone={tones[outcome]} title={`${outcomes[outcome]}, with status ${status}`} live>
        {text}
      </Banner>
      <ul className="divide-y divide-line border-y border-line">
        {checks.map(({ check, result, text: said }) => (
          <li
            key={check}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[9rem_7rem_minmax(0,1fr)]"
          >
            <span className="font-medium">{labels[check]}</span>
            <span>
              <Badge tone={results[result].tone}>{results[result].text}</Badge>
            </span>
            <span className="col-span-2 wrap-anywhere text-ink-muted sm:col-span-1">{said}</span>
          </li>
        ))}
      </ul>
      {variables.length > 0 && (
        <dl className="grid gap-x-4 gap-y-2 text-[0.8125rem] sm:grid-cols-[16rem_minmax(0,1fr)]">
          {variables.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="font-mono wrap-anywhere">{`{{${name}}}`}</dt>
              <dd className="wrap-anywhere">
                {value ?? <span className="text-ink-muted">not in the payload</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
