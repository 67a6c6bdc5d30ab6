const names: Record<string, string> = { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'Member' };

/** Returns the name of a role for people: 'Owner'. */
export function roleNameOf(role: string): string {
  return names[role] ?? role;
}

/** What a member may do with integrations, for people; in the order in which forms offer it. */
export const accessNames = {
  edit: 'Edits integrations',
  run: 'Runs integrations',
  read: 'Only looks',
} as const;

/** Returns the name of a role with what a member may do, unless that is everything: 'Member, only looks'. */
export function rightsNameOf({ role, access }: { role: string; access: keyof typeof accessNames }): string {
  return access === 'edit' ? roleNameOf(role) : `${roleNameOf(role)}, ${accessNames[access].toLowerCase()}`;
}
