import { html } from '../../html'
import { OwnerOnly } from '../../panels/ask-owner'
import { Button } from '../../parts/controls/button'
import { Empty } from '../../parts/status/empty'
import { countWords } from '../../parts/text/format'
import type { WeeklyView } from './view'
import type { ReleasesReply } from './wire'

export type NoReleasesProps = { whose: WeeklyView['whose']; data: ReleasesReply; onAll: () => void }

/** Why a week is empty, and what to do. */
export function NoReleases({ whose, data, onAll }: NoReleasesProps) {
  const others = data.releases.length
  if (whose === 'mine' && others > 0) {
    const text =
      others === 1
        ? '1 more release from other series this week.'
        : `${countWords(others, 'release')} from other series this week.`
    return html`<${Empty} icon="calendar" title="No releases of your series" text=${text}><${Button} onClick=${onAll}>All releases<//><//>`
  }
  if (others > 0) return html`<${Empty} icon="eye-off" title="All publishers of this week are hidden" />`
  if (!data.sources.some(({ enabled }) => enabled)) {
    const text =
      'No metadata source is set up, so only the releases of your library are known. Add one to see all releases.'
    return html`<${Empty} icon="calendar" title="No releases this week" text=${text}><${SettingsLink} /><//>`
  }
  // The list of Walksoftly is none of the metadata sources that the settings set up.
  if (!data.sources.some(({ enabled, source }) => enabled && source !== 'walksoftly')) {
    const text = 'No metadata source is set up. Add one to see the releases of more publishers.'
    return html`<${Empty} icon="calendar" title="No releases this week" text=${text}><${SettingsLink} /><//>`
  }
  const fetched = data.sources.some(({ enabled, fetched_at }) => enabled && fetched_at !== null)
  const text = fetched
    ? 'No releases found for this week.'
    : 'This week has not been fetched yet. Refresh releases to fetch it.'
  return html`<${Empty} icon="calendar" title="No releases this week" text=${text} />`
}

const SettingsLink = () => html`<${OwnerOnly}><${Button} kind="main" href="/settings#metadata">Set up a source<//><//>`
