import type { Reply } from '../../../api/contract'
import { countWords, sizeWords } from '../../../parts/text/format'

export type Backup = Reply<'GET /api/system/backups'>['backups'][number]

export const WHY: Record<Backup['why'], string> = {
  scheduled: 'Automatic',
  asked: 'Made manually',
  before_update: 'Before an update',
  before_migration: 'Before an update changed the library',
  before_restore: 'Before a restore',
}

/** "12 series, 300 issues · 4.1 MB · version 0.36.0"; unknown parts are left out. */
export function backupFacts({ series, issues, size, version }: Backup): string {
  const holds = [
    series !== null && countWords(series, 'series', 'series'),
    issues !== null && countWords(issues, 'issue'),
  ]
  return [holds.filter(Boolean).join(', '), sizeWords(size), version && `version ${version}`]
    .filter(Boolean)
    .join(' · ')
}
