import { getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { FormKey } from '~/components/network/form-key';
import { needsProof, ProofField, type ShownProof } from '~/components/proof/proof-field';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { CodeBlock } from '~/components/ui/code-block';
import { TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';
import type { QrCode } from './qr-code.server';
import { QrImage } from './qr-image';
import type { TwoFactorResponse } from './two-factor-action.server';

interface OfferedKey {
  key: string;
  setup: string;
  qrCode: QrCode;
}

interface SetupFormProps {
  email: string;
  proof: ShownProof;
  /** The path and query of the screen, to return to after the proof. */
  proveFrom: string;
  offered: OfferedKey;
  response: TwoFactorResponse | undefined;
  /** Whether two-factor authentication is on by passkeys, so that the app is an addition. */
  isAddition: boolean;
  /** The title of the form; undefined when the form is alone on the page. */
  title: string | undefined;
}

/** The form that turns two-factor authentication on by an app. */
export function SetupForm({ email, proof, proveFrom, offered, response, isAddition, title }: SetupFormProps) {
  // A later load brings another key, but an app may have stored the key that was shown first.
  const [first] = useState(response?.offered ?? offered);
  const { key, setup, qrCode } = response?.offered ?? first;
  const pending = useNavigation().formData?.get('intent') === 'setup';
  const [form, fields] = useForm<{ code: string; currentPassword: string }>({
    id: 'two-factor-setup',
    lastResult: response?.intent === 'setup' ? response.result : undefined,
    constraint: { code: { required: true }, currentPassword: { required: true } },
  });
  const titleId = `${form.id}-title`;
  const own = response?.intent === 'setup' ? response : undefined;
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      aria-labelledby={title && titleId}
      className={`flex flex-col gap-field ${title ? 'border-t border-line pt-6' : ''}`}
    >
      {title && (
        <h2 id={titleId} className="font-medium">
          {title}
        </h2>
      )}
      <FormKey />
      <input type="hidden" name="intent" value="setup" />
      <input type="hidden" name="setup" value={setup} />
      {own?.failure && !pending && (
        <Banner tone="bad" title={failures.twoFactor.title} live>
          {own.failure}
        </Banner>
      )}
      <p>
        Scan this with an authenticator app, such as the one of your password manager, or type the key into
        it.
      </p>
      <div className="flex flex-col items-center gap-4">
        <QrImage {...qrCode} label="QR code of the key below" />
        <div className="w-full">
          <CodeBlock label="Key" code={key.match(/.{1,4}/g)?.join(' ') ?? key} wrap />
        </div>
      </div>
      <TextField
        field={fields.code}
        label="Code"
        hint="The six digits that the app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <ProofField {...{ proof, email, proveFrom }} field={fields.currentPassword} />
      <p className="text-ink-muted">
        {isAddition
          ? 'Your other sessions end, and your recovery codes are replaced.'
          : 'Your other sessions end: they began with the password alone.'}
      </p>
      {!needsProof(proof) && (
        <Button type="submit" variant="primary" size="lg" pending={pending} pendingText="Turning on...">
          {isAddition ? 'Add the app' : 'Turn on'}
        </Button>
      )}
    </Form>
  );
}
