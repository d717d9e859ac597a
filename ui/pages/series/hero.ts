import { html, useState } from '../../html'
import { BackLink } from '../../parts/controls/back-link'
import { Cover } from '../../parts/covers/cover'
import { HaveLine } from '../../parts/covers/cover-tile'
import { Icon } from '../../parts/icons/icon'
import { returnTo } from '../../parts/lists/virtual-place'
import { haveShare, isWhole, releasedTotal } from '../../parts/text/have-words'
import { NameLinks } from '../../parts/text/name-links'
import { dayOf } from '../../parts/text/when'
import { lastView } from '../../state/last-view'
import { currentUser, isReader } from '../../state/user'
import { sourceWords } from './facts/field-words'
import { FactsRow } from './facts-row'
import { Gaps } from './gaps'
import { HeroActions, type HeroActionsProps } from './hero-actions'
import { MarksRow } from './marks-row'
import { haveOf, publisherWords, seriesFacts, stateWords } from './series-facts'
import { SeriesNames } from './series-names'
import { SeriesSentence } from './series-sentence'
import type { WireDetail, WireSeries } from './wire'

export type HeroProps = HeroActionsProps

export const HERO_COVER = 176

/** Longer names are set in a smaller size, so that the rest of the head stays visible. */
export const LONG_NAME = 70

/** The head of a series: its cover, its facts and its count of issues. */
export function Hero(props: HeroProps) {
  const { detail } = props
  const series = detail.comic[0] as WireSeries
  const { ComicName: name, ComicImage: image, ComicYear: year, Description } = series
  const { summary, about } = detail
  const reader = isReader()
  const have = haveOf(detail)
  const cover = { name, src: image, mark: year ?? undefined }
  return html`
    <header class="series-hero">
      <div class="series-ground" aria-hidden="true"><${Cover} ...${cover} width=${HERO_COVER} /></div>
      <${BackLink} href=${lastView.get()} onClick=${() => returnTo(lastView.get())}>Library<//>
      <div class="series-cover"><${Cover} ...${cover} width=${HERO_COVER} /></div>
      <div class="series-words">
        <h1 data-long=${name.length > LONG_NAME || undefined}>${name}</h1>
        <p class="series-facts">${seriesFacts(series, about, detail.issues, dayOf(new Date())).map((fact) => html`<span key=${fact}>${fact === publisherWords(series) ? html`<${Publisher} series=${series} />` : fact}</span>`)}</p>
        <${SeriesSentence} comicId=${series.ComicID} />
        ${Description && html`<${Blurb} text=${Description} />`}
        ${!currentUser.value?.limits_apply && html`<${Elsewhere} links=${detail.providerLinks} />`}
        <div class="series-standing">
          <${HaveLine} share=${haveShare(have)} whole=${isWhole(have)} />
          ${
            !reader &&
            html`<p>${stateWords(have, summary)
              .slice(releasedTotal(have) > 0 ? 1 : 0)
              .map((words) => html`<span key=${words}>${words}</span>`)}</p>`
          }
        </div>
        ${!reader && html`<${Gaps} detail=${detail} reload=${props.reload} />`}
        <${FactsRow} detail=${detail} reload=${props.reload} />
        <${MarksRow} comic_id=${series.ComicID} />
        <${HeroActions} ...${props} />
        <${SeriesNames} comic_id=${series.ComicID} />
        ${
          about.removed_upstream_at &&
          !reader &&
          html`
            <p class="series-note">
              <${Icon} name="unlink" size="small" />
              ${sourceWords(series.MetadataSource)} no longer lists this series. Its issues stay as they are.
            </p>
          `
        }
        ${
          series.Followed &&
          series.Status === 'Paused' &&
          !reader &&
          html`
            <p class="series-note" data-is="paused">
              <${Icon} name="pause" size="small" />
              Not monitored: Panelkeep does not search for its issues.
            </p>
          `
        }
      </div>
    </header>
  `
}

function Publisher({ series: { ComicPublisher: publisher, PublisherImprint: imprint } }: { series: WireSeries }) {
  const other = imprint === publisher ? null : imprint
  return html`
    ${publisher && html`<${NameLinks} kind="publisher" names=${[publisher]} />`}${publisher && other && ', '}
    ${other && html`<${NameLinks} kind="imprint" names=${[other]} />`}
  `
}

const LONG = 260

/** A few lines of the description; the rest on demand. */
export function Blurb({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const long = text.length > LONG
  return html`
    <div class="series-text">
      <p data-clamped=${(long && !whole) || undefined}>${text}</p>
      ${long && html`<button type="button" aria-expanded=${whole} onClick=${() => setWhole(!whole)}>${whole ? 'Less' : 'More'}</button>`}
    </div>
  `
}

/** Links to its pages at the providers. */
function Elsewhere({ links }: { links: WireDetail['providerLinks'] }) {
  if (links.length === 0) return null
  return html`
    <p class="series-elsewhere">
      ${links.map(
        ({ label, url }) => html`
          <a key=${url} href=${url} target="_blank" rel="noopener noreferrer" aria-label=${`Open at ${label}`}>
            ${label}
            <${Icon} name="external" size="small" />
          </a>
        `,
      )}
    </p>
  `
}
