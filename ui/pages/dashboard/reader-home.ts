import './dashboard.css'
import './reader-home.css'
import { useSeriesCount } from '../../api/counts'
import { useQuery } from '../../api/query'
import { html, useMemo } from '../../html'
import { NothingToRead } from '../../panels/nothing-to-read'
import { AddedShelf, ContinueShelf, DeckShelf, Shelf, ShelfEntry } from '../../panels/shelves'
import { NotTogether, Together } from '../../panels/together'
import { Button } from '../../parts/controls/button'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, numberWords } from '../../parts/text/format'
import { listPath } from '../../parts/text/list-path'
import { seriesPath } from '../../parts/text/series-path'
import { currentUser } from '../../state/user'
import { noteVisit } from '../../state/visits'
import { ReadingPanel, useReadingWeek } from './reading'

const MOST = 20

/** The start page of readers: where they stopped, what is new, and what they chose. */
export function ReaderHome() {
  const count = useSeriesCount()
  useScrollPlace(count !== undefined)
  if (count === 0) return html`<${NothingToRead} />`
  return html`
    <div class="dash" data-wide>
      <h1 class="unseen">Home</h1>
      <${Together} outline=${html`<${Skeleton} kind="covers" count=${8} label="Loading the start page" />`}>
        <${Begin} />
        <${ContinueShelf} />
        <${DeckShelf} />
        <${NewShelf} />
        <${ListShelf} />
        <${FavouriteShelf} />
        <${NotTogether}><${ReadingPanel} /><//>
      <//>
    </div>
  `
}

/** For users who have nothing to continue. */
function Begin() {
  const started = useQuery('GET /api/reading/continue', { query: { limit: MOST, state: 'started' } }).data
  const next = useQuery('GET /api/reading/continue', { query: { limit: MOST, state: 'next' } }).data
  const reading = useReadingWeek().data
  if (!started || !next || !reading || started.items.length + next.items.length > 0) return null
  const isNew = reading.since === null
  return html`
    <section class="home-begin">
      <h2>${isNew ? 'Nothing started yet' : 'Everything read'}</h2>
      <p>${isNew ? 'Choose something from the library. It stays here until you have read it.' : 'You finished everything you started. Choose something new from the library.'}</p>
      <${Button} kind="main" size="large" icon="library" href="/library">Go to the library<//>
    </section>
  `
}

function NewShelf() {
  const userId = currentUser.value?.user_id ?? ''
  const since = useMemo(() => noteVisit(userId), [userId])
  return html`<${AddedShelf} since=${since} />`
}

function ListShelf() {
  const lists = useQuery('GET /api/readlists').data?.lists.filter(({ issues }) => issues > 0) ?? []
  if (lists.length === 0) return null
  const draw = (isBeyond: (at: number) => boolean) =>
    lists.slice(0, MOST).map((list, at) => {
      const { list_id, name, issues, read, next_issue_id } = list
      const line = `${numberWords(read)} of ${countWords(issues, 'issue')} read`
      const image = next_issue_id === null ? null : `/api/covers/issues/${encodeURIComponent(next_issue_id)}`
      const entry = { href: listPath(list), name, line, image }
      return html`<${ShelfEntry} key=${list_id} ...${entry} waits=${isBeyond(at)} />`
    })
  return html`<${Shelf} name="lists" title="Reading lists" draw=${draw} />`
}

function FavouriteShelf() {
  const { data } = useQuery('GET /api/series', { query: { favourite: true, sort: 'title', limit: MOST } })
  const series = !data || Array.isArray(data) ? [] : data.comics
  if (series.length === 0) return null
  const draw = (isBeyond: (at: number) => boolean) =>
    series.map(({ ComicID, ComicName, ComicYear, ComicImage, Unread }, at) => {
      const line = Unread > 0 ? `${numberWords(Unread)} unread` : (ComicYear ?? '')
      const entry = {
        href: seriesPath(ComicID),
        name: ComicName,
        line,
        image: ComicImage,
        mark: ComicYear ?? undefined,
      }
      return html`<${ShelfEntry} key=${ComicID} ...${entry} waits=${isBeyond(at)} />`
    })
  return html`<${Shelf} name="favourites" title="Favourites" draw=${draw} />`
}
