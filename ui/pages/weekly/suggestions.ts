import { useHelper } from '../../api/assistant'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { ReleaseRow } from './release-row'
import type { Release, ReleaseSource } from './wire'

export type SuggestionsProps = { releases: readonly Release[]; sources: readonly ReleaseSource[] }

/** Comics of this week that the model suggests; renders nothing without suggestions. */
export function Suggestions({ releases, sources }: SuggestionsProps) {
  const isOn = useHelper('weekly_suggestions')
  const { data } = useQuery('GET /api/ai/suggestions', isOn ? {} : null)
  const suggested = (isOn && data ? data.suggestions : []).flatMap(({ release_id, reason }) => {
    const release = releases.find((each) => each.release_id === release_id)
    return release ? { release, reason } : []
  })
  if (suggested.length === 0) return null
  return html`
    <section class="release-day release-suggestions" aria-labelledby="suggestions">
      <h2 class="release-suggested" id="suggestions">Suggested for you <small class="release-suggested-by">Chosen by AI from this week’s releases</small></h2>
      <ul>${suggested.map(({ release, reason }) => html`<${ReleaseRow} key=${release.release_id} release=${release} sources=${sources} reason=${reason} />`)}</ul>
    </section>
  `
}
