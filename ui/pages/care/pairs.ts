import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { listAddress, pageNumber } from '../../parts/lists/list-address'
import { Pager } from '../../parts/lists/pager'
import { useLastPage } from '../../parts/lists/use-last-page'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, sizeWords } from '../../parts/text/format'
import { seriesPath } from '../../parts/text/series-path'
import { TimeText } from '../../parts/text/when'
import { useRunWithToast } from '../../state/run-with-toast'
import { CARE_PATH, type CareSummary, LIKENESSES, type Merge, type Pair, type PairSide } from './care-words'
import { setIgnored } from './ignore'
import { IgnoredLink } from './kind-links'
import { MergeSeries } from './merge-series'

const PER_PAGE = 20
const addressOf = (page: number, ignored: boolean) =>
  listAddress(CARE_PATH, { section: 'series', page, ignored: ignored ? '1' : undefined })

/** Pairs of similar series, and the latest merges. */
export function PairsSection({ summary }: { summary: CareSummary }) {
  const { query } = useLocation()
  const page = pageNumber(query)
  const ignored = query.ignored === '1'
  const { data, error, reload } = useQuery('GET /api/care/pairs', { query: { ignored, page, per_page: PER_PAGE } })
  const [merging, setMerging] = useState<{ keep: PairSide; other: PairSide } | undefined>(undefined)
  const more = data?.pagination.has_more ?? false
  const hrefOf = (to: number) => addressOf(to, ignored)
  const isBeyond = useLastPage(page, data?.pagination, hrefOf)
  const none = summary.checked_at === null ? 'They appear here after the first check.' : 'No similar series were found.'
  return html`
    <section class="care-section" aria-labelledby="care-title">
      <h2 id="care-title" class="unseen">Similar series</h2>
      <p class="system-quiet">Their names differ by a letter, are the same, or one is another name of the other. A merge leaves all files where they are.</p>
      ${
        !data && error
          ? html`<${ErrorLook} what="The list could not be loaded" detail=${error.detail} onRetry=${reload} />`
          : !data || isBeyond
            ? html`<${Skeleton} count=${6} label="Loading the list" />`
            : data.pairs.length === 0 &&
              html`<${Empty} icon="check" title=${ignored ? 'Nothing ignored' : summary.checked_at === null ? 'Not checked yet' : 'Nothing to merge'} text=${ignored ? '' : none} />`
      }
      <ul class="care-pairs" aria-label="Pairs of series">
        ${data?.pairs.map((pair) => html`<${PairRow} key=${`${pair.keep.comic_id} ${pair.other.comic_id}`} pair=${pair} ignored=${ignored} onMerge=${setMerging} />`)}
      </ul>
      <${Pager} page=${page} more=${more} hrefOf=${hrefOf} />
      <${IgnoredLink} ignored=${ignored} any=${summary.ignored > 0} hrefOf=${(to: boolean) => addressOf(1, to)} />
      <${Merges} />
      ${merging && html`<${MergeSeries} pair=${merging} onClose=${() => setMerging(undefined)} />`}
    </section>
  `
}

type PairRowProps = {
  pair: Pair
  ignored: boolean
  onMerge: (pair: { keep: PairSide; other: PairSide }) => void
}

function PairRow({ pair, ignored, onMerge }: PairRowProps) {
  const { keep, other, likeness, common } = pair
  const subject = [keep.comic_id, other.comic_id].sort().join('\n')
  const ignore = () => setIgnored({ kind: 'pair', subjects: [subject], ignored: !ignored })
  return html`
    <li class="care-pair">
      <div class="care-sides"><${Side} side=${keep} /><${Side} side=${other} /></div>
      <p class="system-quiet">${LIKENESSES[likeness]}${common > 0 ? ` ${countWords(common, 'number')} in both.` : ' No number in both.'}</p>
      <div class="care-group-does">
        <${Button} size="small" icon="copy" onClick=${() => onMerge({ keep, other })}>Merge<//>
        <${Button} size="small" kind="quiet" onClick=${ignore}>${ignored ? 'List again' : 'Ignore'}<//>
      </div>
    </li>
  `
}

function Side({ side }: { side: PairSide }) {
  const { comic_id, name, year, publisher, providers, issues, files, size } = side
  const facts = [
    publisher,
    countWords(issues, 'issue'),
    countWords(files, 'file'),
    sizeWords(size),
    providers.join(', '),
  ]
  return html`
    <div class="care-side">
      <p class="system-name"><a href=${seriesPath(comic_id)}>${name}</a>${year && html` <span class="system-quiet">${year}</span>`}</p>
      <p class="system-quiet">${facts.filter(Boolean).join(' · ')}</p>
    </div>
  `
}

function Merges() {
  const { data } = useQuery('GET /api/care/merges')
  if (!data || data.merges.length === 0) return null
  return html`
    <h3>Merged series</h3>
    <ul class="care-done">${data.merges.map((merge) => html`<${MergeRow} key=${merge.merge_id} merge=${merge} />`)}</ul>
  `
}

function MergeRow({ merge }: { merge: Merge }) {
  const { merge_id, keep_id, keep_name, other_name, issues, merged_at, undone_at } = merge
  const { busy, perform } = useRunWithToast()
  const undo = () =>
    perform(async () => {
      await call('POST /api/care/merges/:merge_id/undo', { params: { merge_id } })
      invalidate('GET /api/care')
    })
  return html`
    <li class="system-row">
      <div>
        <p class="system-name">${other_name} into ${keep_name ? html`<a href=${seriesPath(keep_id)}>${keep_name}</a>` : 'a series that was deleted'}</p>
        <p class="system-quiet">${countWords(issues, 'issue')}, <${TimeText} at=${merged_at} />.${undone_at && ' Undone.'}</p>
      </div>
      ${!undone_at && keep_name && html`<${Button} size="small" icon="undo" busy=${busy} onClick=${undo}>Undo<//>`}
    </li>
  `
}
