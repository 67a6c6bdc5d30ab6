import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate that signs itself, by openssl: Node can use certificates but not make them. */
export function createCertificate(name: string): { key: string; cert: string } {
  const directory = mkdtempSync(join(tmpdir(), 'outbound-tls-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...algorithm, '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  );
  const certificate = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(directory, { recursive: true });
  return certificate;
}
