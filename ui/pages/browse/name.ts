import './browse.css'
import { useRoute } from 'preact-iso'
import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html, useEffect } from '../../html'
import { Columns } from '../../parts/charts/columns'
import { BackLink } from '../../parts/controls/back-link'
import { Button } from '../../parts/controls/button'
import { WordLinks } from '../../parts/controls/words'
import { listAddress } from '../../parts/lists/list-address'
import { useOwnLocation, useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, numberWords, pluralWords } from '../../parts/text/format'
import { kindOfFolder, type NameKind, namePath, namesPath, wordsOfKind } from '../../parts/text/name-path'
import { roleWords } from '../../parts/text/role-words'
import { isReader } from '../../state/user'
import { NameIssues, NextIssues } from './name-issues'
import { NameSeries } from './name-series'
import { SpellingActions, Spellings } from './spellings'

export type NameDetail = Reply<'GET /api/names/one'>
/** Which name a page shows, and in which role. */
export type Shown = { kind: NameKind; name: string; role?: string }

/** The filter of the library with the same name. */
const LIBRARY_FILTERS: Partial<Record<NameKind, string>> = {
  person: 'person',
  character: 'character',
  team: 'team',
  location: 'location',
  imprint: 'imprint',
  arc: 'arc',
  publisher: 'publisher',
  genre: 'genre',
}

/** The page of a name: its series and issues by role and year, its missing issues and what to read next. */
export function NamePage() {
  const { folder, name = '' } = useRoute().params
  const { query } = useOwnLocation()
  const kind = kindOfFolder(folder)?.kind ?? 'person'
  const shown: Shown = { kind, name, ...(query.role && { role: query.role }) }
  const { data, error, reload } = useQuery('GET /api/names/one', { query: shown }, { keep: true })
  useScrollPlace(data !== undefined)
  useEffect(() => {
    if (data) document.title = `${data.name} · Panelkeep`
  }, [data?.name])
  const { label } = wordsOfKind(kind)
  if (!data && error?.status === 404)
    return html`<${Empty} page icon="users" title="This name is not in the library" text=${error.detail}><${Button} kind="main" href=${namesPath(kind)}>${label}<//><//>`
  if (!data && error)
    return html`<${ErrorLook} page what="The page could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} kind="rows" count=${6} label="Loading the page" />`
  return html`<${Loaded} key=${`${data.kind} ${data.name}`} detail=${data} shown=${{ ...shown, name: data.name }} />`
}

function Loaded({ detail, shown }: { detail: NameDetail; shown: Shown }) {
  const { kind, name, spellings, issues, series, years, roles } = detail
  const words = wordsOfKind(kind)
  const dated = years.flatMap(({ year }) => year ?? [])
  const span = dated.length === 0 ? '' : [...new Set([dated[0], dated.at(-1)])].join(' to ')
  const manages = !isReader()
  return html`
    <div class="name-page" data-wide>
      <header class="name-head">
        <${BackLink} href=${namesPath(kind)}>${words.label}<//>
        <div class="name-title"><h1>${name}</h1>${manages && html`<${SpellingActions} kind=${kind} name=${name} />`}</div>
        <p class="name-facts">
          ${[roles.length === 1 ? roleWords(roles[0]!.role) : words.one, span, countWords(issues, 'issue'), countWords(series, 'series', 'series')].filter(Boolean).map((fact) => html`<span key=${fact}>${fact}</span>`)}
        </p>
        ${spellings.length > 0 && html`<${Spellings} kind=${kind} name=${name} spellings=${spellings} manages=${manages} />`}
        <${RoleLinks} detail=${detail} shown=${shown} />
        <${Standing} detail=${detail} shown=${shown} />
      </header>
      <${NextIssues} issues=${detail.next} />
      <${NameSeries} key=${`series ${shown.role}`} shown=${shown} total=${series} />
      <${Years} detail=${detail} />
      <${NameIssues} key=${`issues ${shown.role}`} shown=${shown} detail=${detail} />
    </div>
  `
}

/** The roles of a person; each shows its own series and issues. */
function RoleLinks({ detail, shown }: { detail: NameDetail; shown: Shown }) {
  const { kind, name, roles } = detail
  // A single role is one of the facts.
  if (roles.length < 2 && shown.role === undefined) return null
  const path = namePath(kind, name)
  const links = [
    { href: path, label: 'All roles', here: shown.role === undefined },
    ...roles.map(({ role, issues }) => ({
      href: listAddress(path, { role }),
      label: roleWords(role),
      count: issues,
      here: role === shown.role,
    })),
  ]
  return html`<${WordLinks} label="Roles" links=${links} />`
}

function Standing({ detail, shown }: { detail: NameDetail; shown: Shown }) {
  const { kind, name, issues, owned, missing, announced, unread } = detail
  const filter = LIBRARY_FILTERS[kind]
  const href = filter && listAddress('/library', { [filter]: name, role: kind === 'person' ? shown.role : undefined })
  const figures = [
    // Without a known gap, "42 of 42" would say that the series are complete: their totals may be unknown.
    [
      'In the library',
      missing > 0 ? `${numberWords(owned)} of ${numberWords(issues - announced)}` : numberWords(owned),
    ],
    ...(missing > 0 ? [['Missing', numberWords(missing)]] : []),
    ...(announced > 0 ? [['Announced', numberWords(announced)]] : []),
    ['Unread', numberWords(unread)],
  ]
  return html`
    <div class="name-standing">
      <dl>${figures.map(([title, words]) => html`<div key=${title}><dt>${title}</dt><dd>${words}</dd></div>`)}</dl>
      ${href && html`<${Button} icon="library" href=${href}>Show in the library<//>`}
    </div>
  `
}

function Years({ detail: { years, issues } }: { detail: NameDetail }) {
  const dated = years.filter((one) => one.year !== null)
  const first = dated[0]?.year
  const last = dated.at(-1)?.year
  if (first == null || last == null || dated.length < 2) return null
  const known = new Map(dated.map((one) => [one.year, one]))
  const columns = Array.from({ length: last - first + 1 }, (_, at) => {
    const one = known.get(first + at)
    const words = `${countWords(one?.issues ?? 0, 'issue')}, ${numberWords(one?.owned ?? 0)} in the library`
    return { label: String(first + at), value: one?.issues ?? 0, words }
  })
  const undated = issues - dated.reduce((sum, one) => sum + one.issues, 0)
  const note =
    undated > 0 ? pluralWords(undated, '{count} issue without a date', '{count} issues without a date') : undefined
  return html`<section class="name-years"><${Columns} title="By year" unit="Issues" columns=${columns} note=${note} /></section>`
}
