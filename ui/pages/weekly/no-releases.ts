import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Empty } from '../../parts/status/empty'
import { countWords } from '../../parts/text/format'
import type { View } from './view'
import type { ReleasesReply } from './wire'

export type NoReleasesProps = { whose: View['whose']; data: ReleasesReply; onAll: () => void }

/** Why a week is empty, and what to do. */
export function NoReleases({ whose, data, onAll }: NoReleasesProps) {
  const others = data.releases.length
  if (whose === 'mine' && others > 0) {
    const text =
      others === 1
        ? 'One release of another series comes out in this week.'
        : `${countWords(others, 'release')} of other series come out in this week.`
    return html`<${Empty} icon="calendar" title="Nothing of your series" text=${text}><${Button} onClick=${onAll}>All releases<//><//>`
  }
  if (others > 0) return html`<${Empty} icon="eye-off" title="All publishers of this week are hidden" />`
  if (!data.sources.some(({ enabled }) => enabled)) {
    const text = 'Only release dates of your library are shown. Add a metadata source to see what comes out each week.'
    return html`<${Empty} icon="calendar" title="No releases in this week" text=${text}><${Button} kind="main" href="/settings#metadata">Metadata settings<//><//>`
  }
  const fetched = data.sources.some(({ enabled, fetched_at }) => enabled && fetched_at !== null)
  const text = fetched
    ? 'The sources list nothing for this week.'
    : 'This week was not fetched yet. Refresh releases to fetch it.'
  return html`<${Empty} icon="calendar" title="No releases in this week" text=${text} />`
}
