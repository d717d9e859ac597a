import type { Reply } from '../../api/contract'
import { html } from '../../html'
import { countWords, sizeWords } from '../../parts/text/format'
import { TimeText } from '../../parts/text/when'

type Backup = Reply<'GET /api/rescue'>['backups'][number]

const WHY: Record<Backup['why'], string> = {
  scheduled: 'Automatic',
  asked: 'Made on request',
  before_update: 'Made before an update',
  before_migration: 'Made before an update',
  before_restore: 'Replaced by a restore',
}

export type RescueBackupsProps = {
  backups: readonly Backup[]
  picked: string | undefined
  onPick: (backupId: string) => void
}

/** The backups, newest first; a damaged one is listed but cannot be chosen. */
export function RescueBackups({ backups, picked, onPick }: RescueBackupsProps) {
  return html`
    <fieldset class="rescue-backups">
      <legend>Backups</legend>
      ${backups.map((backup) => {
        const { backup_id, ok, when } = backup
        return html`
          <label key=${backup_id} class="rescue-backup">
            <input type="radio" name="backup" value=${backup_id} checked=${backup_id === picked} disabled=${!ok} onChange=${() => onPick(backup_id)} />
            <span><b><${TimeText} at=${when} /></b><small>${wordsOf(backup)}</small></span>
          </label>
        `
      })}
    </fieldset>
  `
}

function wordsOf({ ok, why, series, issues, version, size }: Backup): string {
  if (!ok) return 'Damaged'
  const counts =
    series === null || issues === null ? [] : [countWords(series, 'series', 'series'), countWords(issues, 'issue')]
  const made = version === null ? [] : [`Panelkeep ${version}`]
  return [WHY[why], ...counts, sizeWords(size), ...made].join(' · ')
}
