import './inbox.css'
import type { Config } from '../../api/contract'
import { useQuery } from '../../api/query'
import { useWaiting, type Waiting } from '../../api/waiting'
import { html } from '../../html'
import { OwnerOnly } from '../../panels/ask-owner'
import { Button } from '../../parts/controls/button'
import { KeyHints } from '../../parts/controls/key-hints'
import { SegmentedLinks } from '../../parts/controls/segmented'
import { Words } from '../../parts/controls/words'
import { useOwnLocation } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords } from '../../parts/text/format'
import { InboxList } from './inbox-list'
import { RecentlyImported } from './recently-imported'
import { useInbox } from './use-inbox'
import type { Folder } from './wire'

const PER_PAGE = 50

export function InboxPage() {
  const waiting = useWaiting()
  const { data: config, error, reload } = useQuery('GET /api/config')
  if (!config && error)
    return html`<${ErrorLook} what="The import folder could not be opened" detail=${error.detail} onRetry=${reload} />`
  if (!config)
    return html`
      <header class="inbox-head"><h1>Import</h1></header>
      <${Skeleton} kind="rows" label="Loading the import folder" />
    `
  const folder = String(config.import_dir ?? '')
  return html`
    <div class="inbox">
      <header class="inbox-head">
        <h1>Import</h1>
        <${SegmentedLinks} label="What to import" links=${linksOf(config, waiting)} />
      </header>
      ${folder === '' ? html`<${NoFolder} />` : html`<${WaitingFiles} folder=${folder} />`}
    </div>
  `
}

/** The same three words as on the import page: kinds without a folder have nothing to import. */
function linksOf(config: Config, waiting: Waiting | undefined) {
  const has = (key: string) => Array.isArray(config[key]) && config[key].length > 0
  const none = !has('comic_dirs') && !has('manga_dirs')
  return [
    ...(none || has('comic_dirs') ? [{ href: '/import', label: 'Comics', here: false, count: waiting?.comic }] : []),
    ...(none || has('manga_dirs')
      ? [{ href: '/import?kind=manga', label: 'Manga', here: false, count: waiting?.manga }]
      : []),
    { href: '/import/inbox', label: 'Import folder', here: true, count: waiting?.inbox },
  ]
}

function NoFolder() {
  const text =
    'Choose a folder for new comics. The files in it appear here, and you import them into your library, one by one or many at once.'
  return html`
    <${Empty} icon="inbox" title="No import folder is chosen" text=${text}>
      <${OwnerOnly}><${Button} kind="main" icon="folder-open" href="/settings#import-folder">Choose the folder<//><//>
    <//>
  `
}

function WaitingFiles({ folder }: { folder: string }) {
  const { query, route } = useOwnLocation()
  const ignored = query.ignored === '1'
  const page = Math.max(1, Math.trunc(Number(query.page)) || 1)
  const request = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE, include_ignored: ignored }
  const { data, error, reload } = useQuery('GET /api/import', { query: request }, { keep: true })
  const filed = useQuery('GET /api/import/filed')
  const folders = useQuery('GET /api/import/folders')
  const actions = useInbox()
  if (!data && error)
    return html`<${ErrorLook} what="The files of the import folder could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} kind="rows" label="Loading the import folder" />`
  const show = (next: { ignored: boolean; page: number }) => route(addressOf(next), true)
  const here = folders.data?.folders.find(({ kind }) => kind === 'inbox')
  const { total } = data.pagination
  const pages = {
    page,
    last: Math.max(1, Math.ceil(total / PER_PAGE)),
    onPage: (next: number) => show({ ignored, page: next }),
  }
  const bar = { folder, here, errors: data.errors, count: data.summary.file_count, ignored, busy: actions.busy }
  return html`
    <${Bar} ...${bar} onIgnored=${(next: boolean) => show({ ignored: next, page: 1 })} onRefresh=${actions.refresh} />
    ${total === 0 ? html`<${Nothing} folder=${folder} ignored=${ignored} />` : html`<${InboxList} groups=${data.imports} actions=${actions} />`}
    ${pages.last > 1 && html`<${Pages} ...${pages} />`}
    <${RecentlyImported} files=${filed.data?.files ?? []} />
  `
}

function addressOf({ ignored, page }: { ignored: boolean; page: number }): string {
  const search = new URLSearchParams()
  if (ignored) search.set('ignored', '1')
  if (page > 1) search.set('page', String(page))
  const text = search.toString()
  return text ? `/import/inbox?${text}` : '/import/inbox'
}

const KEYS = [
  ['Enter', 'import'],
  ['C', 'choose'],
  ['E', 'correct'],
  ['I', 'ignore'],
  ['Space', 'pick'],
] as const

type BarProps = {
  folder: string
  here: Folder | undefined
  /** Files and folders that the last scan could not open. */
  errors: string[]
  count: number
  ignored: boolean
  busy: boolean
  onIgnored: (ignored: boolean) => void
  onRefresh: () => unknown
}

/** The scanned folder, the number of waiting files, and the problem when it cannot be read. */
function Bar({ folder, here, errors, count, ignored, busy, onIgnored, onRefresh }: BarProps) {
  const words = [
    { value: '', label: 'Waiting' },
    { value: '1', label: 'With ignored' },
  ]
  const away = here?.state === 'missing' || here?.state === 'unreachable'
  return html`
    <div class="inbox-bar">
      <p><b>${countWords(count, 'file')}</b> in <code>${folder}</code></p>
      <${KeyHints} keys=${KEYS} />
      <${Words}
        label="Which files"
        value=${ignored ? '1' : ''}
        words=${words}
        onChange=${(value: string) => onIgnored(value === '1')}
      />
      <${Button} kind="quiet" icon="refresh" busy=${busy} onClick=${onRefresh}>Check now<//>
    </div>
    ${away && html`<p class="inbox-away" role="alert">${here.reason} What is listed here stays until its disk is back.</p>`}
    ${errors.map((error) => html`<p key=${error} class="inbox-away" role="alert">${error}</p>`)}
  `
}

function Nothing({ folder, ignored }: { folder: string; ignored: boolean }) {
  const text = html`Files in <code>${folder}</code> appear here automatically. Nothing is imported until you confirm.`
  return html`<${Empty} icon="check" title=${ignored ? 'Nothing is waiting or ignored' : 'Nothing is waiting'} text=${text} />`
}

type PagesProps = { page: number; last: number; onPage: (page: number) => void }

function Pages({ page, last, onPage }: PagesProps) {
  return html`
    <nav class="inbox-pages" aria-label="Pages of the import folder">
      <${Button} kind="quiet" icon="arrow-left" disabled=${page <= 1} onClick=${() => onPage(page - 1)}>Before<//>
      <span>Page ${page} of ${last}</span>
      <${Button} kind="quiet" icon="arrow-right" disabled=${page >= last} onClick=${() => onPage(page + 1)}>Next<//>
    </nav>
  `
}
