/** The reason why an integration was not deployed or disabled. */
export type DeployOutcome =
  | { kind: 'not-confirmed'; message: string; typed: string }
  | { kind: 'not-toggled'; title: string; message: string };
