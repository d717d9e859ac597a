import type { HealthFinding } from './check'

/** Reports a user with the owner's name, which config.ini may be given at any time: only the owner can log in with it. */
export function userFindings(ownerName: string, isTaken: boolean): HealthFinding[] {
  if (!isTaken) return []
  return [
    {
      subject: 'owner_name',
      gravity: 'warning',
      message: `The owner and another user are both named ${ownerName}, so only the owner can log in.`,
      remedy: 'Give the user another name.',
      page: '/users',
    },
  ]
}
