// What a person without a session reads who waits for a link while the installation is paused. Others read it on their dashboard.
import { Banner } from '../ui/banner';

export function WaitingEmails() {
  return (
    <Banner tone="warn" title="Emails wait">
      This installation is paused: no email leaves until an administrator resumes it. A link that has expired
      by then offers a new one.
    </Banner>
  );
}
