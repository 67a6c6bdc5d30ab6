const names: Record<string, string> = { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'Member' };

/** Returns the name of a role for people: 'Owner'. */
export function roleNameOf(role: string): string {
  return names[role] ?? role;
}
