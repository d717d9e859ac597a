import { call } from '../../api/client'
import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { Cover } from '../../parts/cover'
import { HaveLine } from '../../parts/cover-tile'
import { countWords, sizeWords } from '../../parts/cover-words'
import { Confirm } from '../../parts/dialog'
import { Icon } from '../../parts/icon'
import { Menu, type MenuItem } from '../../parts/menu'
import { returnTo } from '../../parts/virtual-place'
import { lastView } from '../../state/last-view'
import { say } from '../../state/toasts'
import { setIntents } from './intents'
import type { IssueCard } from './issue-card'
import { ReadButton, toRead } from './read-button'
import { factsOf, gapWords, standing } from './series-facts'
import type { WireDetail } from './wire'

export type HeroProps = {
  detail: WireDetail
  issues: readonly IssueCard[]
  reload: () => void
  onSettings: () => void
  onDelete: () => void
}

const COVER = 260

/** The head of a series: its cover on its own light, and in words what it is and how much of it is here. */
export function Hero({ detail, issues, reload, onSettings, onDelete }: HeroProps) {
  const series = detail.comic[0] as WireDetail['comic'][number]
  const { ComicName: name, ComicImage: image, ComicYear: year, Description } = series
  const { summary } = detail
  const share = summary.total > 0 ? summary.owned / summary.total : 0
  const cover = { name, src: image, mark: year ?? undefined }
  return html`
    <header class="series-hero">
      <div class="series-ground" aria-hidden="true"><${Cover} ...${cover} width=${COVER} /></div>
      <a class="series-back" href=${lastView.get()} onClick=${() => returnTo(lastView.get())}><${Icon} name="arrow-left" size="small" />Library</a>
      <div class="series-cover"><${Cover} ...${cover} width=${COVER} /></div>
      <div class="series-words">
        <h1>${name}</h1>
        <p class="series-facts">${factsOf(series, detail.issues).map((fact) => html`<span key=${fact}>${fact}</span>`)}</p>
        ${Description && html`<${Blurb} text=${Description} />`}
        <div class="series-standing">
          <${HaveLine} share=${share} whole=${summary.total > 0 && share >= 1} />
          <p>${[...standing(summary), gapWords(detail.issues)].filter(Boolean).map((words) => html`<span key=${words}>${words}</span>`)}</p>
        </div>
        <${Actions} ...${{ detail, issues, reload, onSettings, onDelete }} />
      </div>
    </header>
  `
}

const LONG = 260

/** A few lines of the description; the rest on demand. */
function Blurb({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const long = text.length > LONG
  return html`
    <div class="series-text">
      <p data-clamped=${(long && !whole) || undefined}>${text}</p>
      ${long && html`<button type="button" aria-expanded=${whole} onClick=${() => setWhole(!whole)}>${whole ? 'Less' : 'More'}</button>`}
    </div>
  `
}

function Actions({ detail, issues, reload, onSettings, onDelete }: HeroProps) {
  const [busy, setBusy] = useState(false)
  const { ComicID: comic_id, Status } = detail.comic[0] as WireDetail['comic'][number]
  const paused = Status === 'Paused'
  const turn = async () => {
    setBusy(true)
    const name = paused ? 'PUT /api/series/:comic_id/resume' : 'PUT /api/series/:comic_id/pause'
    await call(name, { params: { comic_id } }).catch((error: Error) => say(error.message, { kind: 'error' }))
    setBusy(false)
    reload()
  }
  const links = detail.providerLinks.map(({ label, url }) => ({
    label: `Open at ${label}`,
    icon: 'external',
    onPick: () => window.open(url, '_blank', 'noopener'),
  }))
  const items = [
    ...downloadOf(detail),
    ...links,
    { label: 'Delete the series', icon: 'trash', danger: true, onPick: onDelete },
  ]
  return html`
    <div class="series-actions">
      <${ReadButton} issues=${issues} />
      <${WantOpen} issues=${issues} reload=${reload} />
      <${Button} icon=${paused ? 'play' : 'pause'} busy=${busy} onClick=${turn}>${paused ? 'Resume' : 'Pause'}<//>
      <${Button} icon="settings" onClick=${onSettings}>Settings<//>
      <${Menu} title="More" items=${items} />
    </div>
    ${paused && html`<p class="series-paused"><${Icon} name="pause" size="small" />Paused: nothing is looked for until you resume.</p>`}
  `
}

/** All files that are here as one, with how large that is. */
function downloadOf({ comic, issues, annuals }: WireDetail): MenuItem[] {
  const { ComicID, ComicName } = comic[0] as WireDetail['comic'][number]
  const sizes = new Map(
    [...issues, ...annuals].filter(({ owned }) => owned).map((one) => [one.location, one.fileSize ?? 0]),
  )
  sizes.delete(null)
  if (sizes.size === 0) return []
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const what = sizes.size === 1 ? 'Download' : 'Download all'
  return [
    {
      label: bytes > 0 ? `${what} (${sizeWords(bytes)})` : what,
      icon: 'download',
      href: `/api/reading/series/${encodeURIComponent(ComicID)}/download`,
      download: `${ComicName}.zip`,
    },
  ]
}

/** Wants everything that came out and is neither here nor skipped. */
function WantOpen({ issues, reload }: { issues: readonly IssueCard[]; reload: () => void }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const open = issues.filter((card) => card.open)
  if (open.length === 0) return null
  const many = countWords(open.length, 'missing issue')
  const run = async () => {
    setBusy(true)
    const { done, error } = await setIntents('queue', open)
    setBusy(false)
    setAsking(false)
    reload()
    if (error) say(`${countWords(done, 'issue')} of ${open.length} wanted. ${error}`, { kind: 'error' })
    else say(`${countWords(done, 'issue')} wanted.`)
  }
  const confirm = {
    open: asking,
    title: `Want ${many}?`,
    text: 'They join the wanted list. Issues that you skipped stay skipped.',
    action: `Want ${many}`,
    busy,
    onConfirm: run,
    onClose: () => setAsking(false),
  }
  return html`
    <${Button} kind=${toRead(issues) ? 'plain' : 'main'} icon="bookmark" onClick=${() => setAsking(true)}>${`Want ${many}`}<//>
    <${Confirm} ...${confirm} />
  `
}
