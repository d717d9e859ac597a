import type { HealthFinding } from './check'

/** `names`: kinds of archives whose reader fails to start. */
export function formatFindings(names: readonly string[]): HealthFinding[] {
  return names.map((name) => ({
    subject: name,
    gravity: 'error',
    message: `${name} files cannot be read: their reader stops right after it starts.`,
    remedy: 'Restart Panelkeep. If that does not help, reinstall it; your library is kept.',
  }))
}
