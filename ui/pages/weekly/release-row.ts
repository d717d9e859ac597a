import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Cover } from '../../parts/covers/cover'
import { Mark } from '../../parts/status/mark'
import { isolated } from '../../parts/text/isolated'
import { issuePath, seriesPath } from '../../parts/text/series-path'
import { useBusy } from '../../state/use-busy'
import { followRelease, wantRelease } from './moves'
import type { Release, ReleaseSource } from './wire'
import { dateSourceWords, releaseNumber, releaseState, releaseTitle } from './words'

export type ReleaseRowProps = {
  release: Release
  sources: readonly ReleaseSource[]
  /** The reason of a suggestion, shown instead of the source of the date. */
  reason?: string
}

/** One release: its issue, its publisher, the source of its date, and its action. */
export function ReleaseRow({ release, sources, reason }: ReleaseRowProps) {
  const { series, cover, comic_id, title, publisher, year, is_first, is_announced } = release
  const about = [title, publisher ?? (comic_id === null ? year : null)].filter(Boolean).join(' · ')
  return html`
    <li class="release" data-mine=${comic_id !== null || undefined}>
      <span class="release-cover"><${Cover} name=${series} src=${cover} width=${44} /></span>
      <div class="release-words">
        <p class="release-name">
          <${Names} release=${release} />
          ${is_first && html`<span class="release-tag">New series</span>`}
          ${is_announced && html`<${AnnouncedTag} isNamed=${release.sources.length > 0} />`}
        </p>
        ${about && html`<p class="release-about">${about}</p>`}
        <p class="release-source" data-wraps=${reason !== undefined || undefined}>${reason ?? dateSourceWords(release, sources)}</p>
      </div>
      <div class="release-move"><${Move} release=${release} /></div>
    </li>
  `
}

/** Explains an issue that no metadata source lists yet: a release list has the issue, or the user wants it. */
function AnnouncedTag({ isNamed }: { isNamed: boolean }) {
  const [word, why] = isNamed
    ? ['Announced', 'Not listed by the metadata source yet.']
    : ['No longer announced', 'No release list has this issue now. It stays because you want it.']
  return html`<span class="release-tag" data-quiet title=${why}>${word}</span>`
}

function Names({ release }: { release: Release }) {
  const { series, comic_id, issue_id } = release
  const number = releaseNumber(release)
  if (comic_id === null) return html`<span class="release-series">${isolated(series)}</span> <b>${number}</b>`
  return html`
    <a class="release-series" href=${seriesPath(comic_id)}>${isolated(series)}</a>${' '}
    ${issue_id === null ? html`<b>${number}</b>` : html`<a href=${issuePath(comic_id, issue_id)}><b>${number}</b></a>`}
  `
}

function Move({ release }: { release: Release }) {
  const { status, comic_id, issue_id, release_id, want } = release
  const { busy, run: runOnce } = useBusy()
  const run = (move: (release: Release) => Promise<void>) => () => runOnce(() => move(release))
  const title = releaseTitle(release)
  if (comic_id === null && release_id !== null && !want)
    return html`<${Button} size="small" icon="plus" busy=${busy} label=${`Follow ${release.series} and want ${title}`} onClick=${run(followRelease)}>Follow<//>`
  if (issue_id !== null && status === 'Skipped')
    return html`<${Button} size="small" icon="bookmark" busy=${busy} label=${`Want ${title}`} onClick=${run(wantRelease)}>Want<//>`
  const { mark, word } = releaseState(release)
  return html`<${Mark} state=${mark} word=${word} />`
}
