// The responses of `npm start` and `npm run demo` to arguments behind `--`: neither takes any.

/**
 * Prints `usage` and ends this process when help is asked for, and refuses any other argument. Returns when there is none.
 * @param {string} command as it is typed
 * @param {string} usage
 */
export function takeNoArguments(command, usage) {
  const words = process.argv.slice(2);
  if (words.some((word) => ['--help', '-h', 'help'].includes(word))) {
    process.stdout.write(usage);
    process.exit(0);
  }
  if (words.length === 0) return;
  process.stderr.write(
    `${command} does not take “${words[0]}”: nothing was done. What it does and which settings it reads: ${command} -- --help\n`,
  );
  process.exit(1);
}
export const startUsage = `Usage: npm start

Installs the packages and builds where that is needed, writes a .env with fresh keys on its first run, brings the
database to this version, and serves until Ctrl-C or SIGTERM. It takes no arguments.

Settings come from the environment and from .env, or the file that ENV_FILE names; what the environment says wins.
  APP_URL                   the address that people and senders use (http://localhost:3000)
  PORT, HOST                where it listens (3000, 127.0.0.1)
  DATA_DIR                  where the database lives (./data)
  SESSION_SECRET, APP_KEY   sign cookies, encrypt secrets (random ones, written to .env)
  MAIL_TRANSPORT, MAIL_FROM console, smtp with SMTP_URL, or mailjet; the sender (console prints mails)
  OUTBOUND_ALLOW            private addresses that calls may reach (none)
  TRUSTED_PROXY             the reverse proxy in front of it (none)
  RETENTION_DAYS            how long finished executions are kept (14)
All of them, and how to run it for good: docs/self-hosting.md

  npm run demo              the same with something in it, on a data directory of its own
  npm run backup -- --help  the commands that keep an installation
`;

export const demoUsage = `Usage: npm run demo

Installs the packages and builds where that is needed, starts a server on this machine alone together with a small
sample API, fills it with an organization, three integrations and some executions, and prints the login. What is there
already stays. It serves until Ctrl-C or SIGTERM, mails nobody, and takes no arguments.

Settings come from the environment and from .env, or the file that ENV_FILE names; what the environment says wins.
  PORT                      where it listens (3000); the address is http://localhost with that port
  DATA_DIR                  its data stand beside it, with -demo behind the name (./data-demo): delete that to begin anew
  OUTBOUND_ALLOW            private addresses that calls may reach beside the sample API (none)
HOST, APP_URL and MAIL_TRANSPORT are its own. It runs executions and is logged in to with a password, and single sign-on
(OIDC_…), ADMIN_EMAIL, AUDIT_STREAM and OTEL_… have no effect on it. All other settings: docs/self-hosting.md
`;
