import type { HealthFinding } from './check'

/** `unusable`: sentences about unusable settings and what is used instead. */
export function settingsFindings(unusable: readonly string[]): HealthFinding[] {
  return unusable.map((message) => ({
    subject: /\b[a-z]+_[a-z_]+\b/.exec(message)?.[0] ?? message,
    gravity: 'warning',
    message,
    remedy: 'Correct it in the settings, in config.ini or in the environment, and restart Panelkeep.',
    page: '/settings',
  }))
}
