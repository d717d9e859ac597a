import { useLocation } from 'preact-iso'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { listAddress, pageNumber } from '../../parts/lists/list-address'
import { Pager } from '../../parts/lists/pager'
import { PicksBar } from '../../parts/lists/picks-bar'
import { useLastPage } from '../../parts/lists/use-last-page'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, sizeWords } from '../../parts/text/format'
import { CARE_PATH, type CareSummary, COPY_KINDS, type CopyGroup, type CopyKind } from './care-words'
import { CopyGroupRow } from './copy-group'
import { setIgnored } from './ignore'
import { IgnoredLink, KindLinks } from './kind-links'
import { RemoveCopies } from './remove-copies'
import { useSelected } from './use-selected'

const PER_PAGE = 20
const addressOf = ({ kind, page, ignored }: { kind: CopyKind; page?: number; ignored?: boolean }) =>
  listAddress(CARE_PATH, { kind, page, ignored: ignored ? '1' : undefined })
const KINDS = Object.keys(COPY_KINDS) as CopyKind[]

/** Files that are copies of each other, by what they share. */
export function CopiesSection({ summary }: { summary: CareSummary }) {
  const { query } = useLocation()
  const counts = new Map(summary.copies.map((each) => [each.kind, each]))
  const kind = KINDS.find((each) => each === query.kind) ?? KINDS.find((each) => counts.has(each)) ?? 'bytes'
  const ignored = query.ignored === '1'
  const links = KINDS.map((each) => ({
    href: addressOf({ kind: each }),
    label: COPY_KINDS[each].label,
    count: counts.get(each)?.groups,
    here: each === kind,
  }))
  return html`
    <section class="care-section" aria-labelledby="care-title">
      <h2 id="care-title" class="unseen">Duplicates</h2>
      <${KindLinks} label="Kind of duplicates" links=${links} />
      <${CopyGroups} key=${`${kind} ${ignored}`} kind=${kind} ignored=${ignored} count=${counts.get(kind)} isChecked=${summary.checked_at !== null} page=${pageNumber(query)} />
      <${IgnoredLink} ignored=${ignored} any=${summary.ignored > 0} hrefOf=${(to: boolean) => addressOf({ kind, ignored: to })} />
    </section>
  `
}

type Count = CareSummary['copies'][number] | undefined
/** A removal before the user confirms it: of some groups, or of a whole kind. */
export type Removal = { kind?: CopyKind; group_ids?: string[]; keep: Record<string, string> }

type CopyGroupsProps = { kind: CopyKind; ignored: boolean; count: Count; isChecked: boolean; page: number }

function CopyGroups({ kind, ignored, count, isChecked, page }: CopyGroupsProps) {
  const { data, error, reload } = useQuery('GET /api/care/copies', {
    query: { kind, ignored, page, per_page: PER_PAGE },
  })
  const { chosen, isChosen, toggle, clear } = useSelected(data?.groups.map(({ group_id }) => group_id) ?? [])
  const [keep, setKeep] = useState<Record<string, string>>({})
  const [removal, setRemoval] = useState<Removal | undefined>(undefined)
  const hrefOf = (to: number) => addressOf({ kind, page: to, ignored })
  const isBeyond = useLastPage(page, data?.pagination, hrefOf)
  if (!data && error)
    return html`<${ErrorLook} what="The list could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data || isBeyond) return html`<${Skeleton} count=${6} label="Loading the list" />`
  const { groups, pagination } = data
  if (groups.length === 0)
    return html`<${Empty} icon="check" title=${ignored ? 'Nothing ignored' : isChecked ? 'No duplicates' : 'Not checked yet'} text=${ignored ? '' : isChecked ? 'The library has no duplicates of this kind.' : 'They appear here after the first check.'} />`
  const ignore = async (ids: string[]) => {
    const done = `${countWords(ids.length, 'group')} ${ignored ? 'listed again' : 'ignored'}`
    if (await setIgnored({ kind: 'copies', subjects: ids, ignored: !ignored }, done)) clear()
  }
  const freed = groups.filter(({ group_id }) => isChosen(group_id)).reduce((sum, { bytes }) => sum + bytes, 0)
  return html`
    <div class="system-bar">
      <p class="system-quiet">${COPY_KINDS[kind].about}</p>
      ${
        count &&
        !ignored &&
        kind !== 'issue' &&
        html`<${Button} icon="trash" onClick=${() => setRemoval({ kind, keep })}>Remove all copies (${sizeWords(count.bytes)})<//>`
      }
    </div>
    <ul class="care-groups" aria-label="Groups of copies">
      ${groups.map(
        (group: CopyGroup) => html`
          <${CopyGroupRow}
            key=${group.group_id}
            group=${group}
            keepId=${keep[group.group_id] ?? group.keep_id}
            picked=${isChosen(group.group_id)}
            onPick=${() => toggle(group.group_id)}
            onKeep=${(file: string) => setKeep((now) => ({ ...now, [group.group_id]: file }))}
            onRemove=${() => setRemoval({ group_ids: [group.group_id], keep })}
            ignored=${ignored}
            onIgnore=${() => ignore([group.group_id])}
          />
        `,
      )}
    </ul>
    <${Pager} page=${page} more=${pagination.has_more} hrefOf=${hrefOf} />
    ${
      chosen.length > 0 &&
      html`
        <${PicksBar} text=${`${countWords(chosen.length, 'group')} · ${sizeWords(freed)}`} onClear=${clear}>
          <${Button} kind="quiet" onClick=${() => ignore(chosen)}>${ignored ? 'List again' : 'Ignore'}<//>
          <${Button} kind="quiet" icon="trash" onClick=${() => setRemoval({ group_ids: chosen, keep })}>Remove copies<//>
        <//>
      `
    }
    ${
      removal &&
      html`<${RemoveCopies} removal=${removal} onBegun=${() => {
        setRemoval(undefined)
        clear()
      }} onClose=${() => setRemoval(undefined)} />`
    }
  `
}
