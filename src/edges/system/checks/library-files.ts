import { pluralWords } from '../../../base/platform/words'
import type { HealthFinding } from './check'

/** Reports files that cannot be opened any more. Other findings of the care page are no health issue. */
export function libraryFileFindings(unreadable: number): HealthFinding[] {
  if (unreadable === 0) return []
  return [
    {
      subject: '',
      gravity: 'warning',
      message: pluralWords(
        unreadable,
        '1 file in the library cannot be opened.',
        '{count} files in the library cannot be opened.',
      ),
      remedy: 'Replace the files, or ignore them in System, Care.',
      page: '/system/care?section=damage&kind=unreadable',
    },
  ]
}
