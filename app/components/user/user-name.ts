export interface Person {
  firstName: string;
  lastName: string;
  email: string;
}

/** Returns the full name, else the first name, else the part of the email before the @, else 'User'. */
export function displayNameOf({ firstName, lastName, email }: Person): string {
  const fullName = firstName && lastName ? `${firstName} ${lastName}` : firstName;
  return fullName || email.split('@')[0] || 'User';
}

/** Returns the first letters of first and last name, else the first two letters of the email, else 'U'. */
export function initialsOf({ firstName, lastName, email }: Person): string {
  const initials = firstName && lastName ? firstName.slice(0, 1) + lastName.slice(0, 1) : email.slice(0, 2);
  return initials.toUpperCase() || 'U';
}
