import '../../parts/lists/filter-word.css'
import './browse.css'
import { useRoute } from 'preact-iso'
import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html, useEffect } from '../../html'
import { SearchField } from '../../parts/controls/search-field'
import { SegmentedControl } from '../../parts/controls/segmented'
import { WordLinks } from '../../parts/controls/words'
import { Icon } from '../../parts/icons/icon'
import { listAddress } from '../../parts/lists/list-address'
import { Pager } from '../../parts/lists/pager'
import { useLastPage } from '../../parts/lists/use-last-page'
import { useTyped } from '../../parts/lists/use-typed'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { NotFoundPage } from '../../parts/status/not-found'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, numberWords } from '../../parts/text/format'
import { kindOfFolder, NAME_KINDS, namePath, namesPath } from '../../parts/text/name-path'
import { roleWords } from '../../parts/text/role-words'
import { CoverFan } from './name-cover'

const PER_PAGE = 60
const FAN = 56
const SORTS = [
  { value: 'issues', label: 'Most issues' },
  { value: 'name', label: 'A to Z' },
]

type List = Reply<'GET /api/names'>

/** People, characters, publishers and the other names of the library, one kind at a time. */
export function NamesPage() {
  const { folder } = useRoute().params
  const here = folder === undefined ? NAME_KINDS[0] : kindOfFolder(folder)
  if (!here) return html`<${NotFoundPage} />`
  return html`<${Names} key=${here.kind} here=${here} />`
}

function Names({ here }: { here: (typeof NAME_KINDS)[number] }) {
  const { kind, label } = here
  const path = namesPath(kind)
  const { q, typed, type, page, query, route } = useTyped(path, ['sort', 'role'])
  const sort = query.sort === 'name' ? 'name' : 'issues'
  const { role } = query
  const at = (change: Record<string, string | number | undefined>) => listAddress(path, { sort: query.sort, role, q, ...change }) // biome-ignore format: one address
  const span = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE }
  const { data, error, reload } = useQuery(
    'GET /api/names',
    { query: { kind, sort, ...span, ...(q && { q }), ...(role && { role }) } },
    { keep: true },
  )
  const hrefOf = (to: number) => at({ page: to })
  const isBeyond = useLastPage(page, data?.pagination, hrefOf)
  useScrollPlace(data !== undefined)
  useEffect(() => {
    document.title = `${label} · Panelkeep`
  }, [label])
  const links = NAME_KINDS.map((each) => ({ href: namesPath(each.kind), label: each.label, here: each.kind === kind }))
  const choice = {
    label: 'Order',
    value: sort,
    choices: SORTS,
    onChange: (value: string) => route(at({ sort: value === 'issues' ? undefined : value }), true),
  }
  return html`
    <div class="names" data-wide>
      <header class="names-head">
        <h1>${label}</h1>
        <p role="status">${data && numberWords(data.pagination.total)}</p>
      </header>
      <${WordLinks} label="Kinds" links=${links} />
      <div class="names-tools">
        <${SearchField} label="Filter by name" placeholder="Filter" value=${typed} onInput=${type} />
        ${data && data.roles.length > 0 && html`<${Roles} roles=${data.roles} role=${role} onRole=${(next: string | undefined) => route(at({ role: next }), true)} />`}
        <${SegmentedControl} ...${choice} />
      </div>
      ${!data && error && html`<${ErrorLook} what="The names could not be loaded" detail=${error.detail} onRetry=${reload} />`}
      ${((!data && !error) || isBeyond) && html`<${Skeleton} kind="rows" count=${8} label="Loading the names" />`}
      ${data && !isBeyond && html`<${Listed} list=${data} q=${q || role} label=${label} />`}
      ${data && html`<${Pager} page=${page} more=${data.pagination.has_more} hrefOf=${hrefOf} />`}
    </div>
  `
}

type RolesProps = { roles: List['roles']; role: string | undefined; onRole: (role: string | undefined) => void }

function Roles({ roles, role, onRole }: RolesProps) {
  const change = (event: Event) => onRole((event.currentTarget as HTMLSelectElement).value || undefined)
  return html`
    <label class="filter-word" data-on=${role !== undefined || undefined}>
      <span class="unseen">Role</span>
      <select value=${role ?? ''} onChange=${change}>
        <option value="" selected=${role === undefined}>Any role</option>
        ${roles.map(
          (one) => html`
            <option key=${one.role} value=${one.role} selected=${one.role === role}>${roleWords(one.role)} (${numberWords(one.names)})</option>
          `,
        )}
      </select>
      <${Icon} name="chevron-down" size="small" />
    </label>
  `
}

function Listed({ list, q, label }: { list: List; q: string | undefined; label: string }) {
  if (list.names.length === 0)
    return q
      ? html`<${Empty} icon="search" title="Nothing found" text="No name matches the filter." />`
      : html`<${Empty} icon="users" title=${`No ${label.toLowerCase()} yet`} text="They are read from the metadata of your comics in the background." />`
  return html`
    <ul class="name-tiles">
      ${list.names.map(
        ({ kind, name, issues, series, covers }) => html`
          <li key=${name}>
            <a class="name-tile" href=${namePath(kind, name)}>
              <${CoverFan} covers=${covers} width=${FAN} />
              <span class="name-tile-words">
                <b>${name}</b>
                <small>${[countWords(issues, 'issue'), countWords(series, 'series', 'series')].join(' · ')}</small>
              </span>
            </a>
          </li>
        `,
      )}
    </ul>
  `
}
