import { pluralWords } from '../../../base/platform/words'
import type { HealthFinding } from './check'

/** Reports files that cannot be opened any more. Other oddities are no problem until somebody looks for them. */
export function libraryFileFindings(unreadable: number): HealthFinding[] {
  if (unreadable === 0) return []
  return [
    {
      subject: '',
      gravity: 'warning',
      message: pluralWords(
        unreadable,
        'One file of the library cannot be opened.',
        '{count} files of the library cannot be opened.',
      ),
      remedy: 'Look at the list. Replace the files, or ignore those that should stay.',
      page: '/system/care?section=damage&kind=unreadable',
    },
  ]
}
