import '../../parts/lists/row-check.css'
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
import { breakable } from '../../parts/text/breakable'
import { countWords, sizeWords } from '../../parts/text/format'
import { issuePath, seriesPath } from '../../parts/text/series-path'
import { CARE_PATH, type CareSummary, FINDING_KINDS, type Finding, type FindingKind } from './care-words'
import { CorrectExtensions } from './correct-extensions'
import { setIgnored } from './ignore'
import { IgnoredLink, KindLinks } from './kind-links'
import { RemoveCopies } from './remove-copies'
import { useSelected } from './use-selected'
import { WantGaps } from './want-gaps'

const PER_PAGE = 50
const KINDS = Object.keys(FINDING_KINDS) as FindingKind[]
/** Files that can be removed from their list; of the others the file itself is whole. */
const REMOVABLE: readonly FindingKind[] = ['unreadable', 'missing_pages', 'no_cover', 'very_small']
const addressOf = (kind: FindingKind, { page, ignored }: { page?: number; ignored?: boolean } = {}) =>
  listAddress(CARE_PATH, { section: 'damage', kind, page, ignored: ignored ? '1' : undefined })

/** Files and series that are damaged or odd, by what is wrong. */
export function FindingsSection({ summary }: { summary: CareSummary }) {
  const { query } = useLocation()
  const counts = new Map(summary.findings.map(({ kind, count }) => [kind, count]))
  const kind = KINDS.find((each) => each === query.kind) ?? KINDS.find((each) => counts.has(each)) ?? 'unreadable'
  const ignored = query.ignored === '1'
  const links = KINDS.map((each) => ({
    href: addressOf(each),
    label: FINDING_KINDS[each].label,
    count: counts.get(each),
    here: each === kind,
  }))
  return html`
    <section class="care-section" aria-labelledby="care-title">
      <h2 id="care-title" class="unseen">Damaged and odd</h2>
      <${KindLinks} label="What is wrong" links=${links} />
      <${Findings} key=${`${kind} ${ignored}`} kind=${kind} ignored=${ignored} isChecked=${summary.checked_at !== null} page=${pageNumber(query)} />
      <${IgnoredLink} ignored=${ignored} any=${summary.ignored > 0} hrefOf=${(to: boolean) => addressOf(kind, { ignored: to })} />
    </section>
  `
}

type FindingsProps = { kind: FindingKind; ignored: boolean; isChecked: boolean; page: number }

function Findings({ kind, ignored, isChecked, page }: FindingsProps) {
  const { data, error, reload } = useQuery('GET /api/care/findings', {
    query: { kind, ignored, page, per_page: PER_PAGE },
  })
  const { chosen, isChosen, toggle, clear } = useSelected(data?.findings.map(({ subject }) => subject) ?? [])
  const [removing, setRemoving] = useState<string[] | undefined>(undefined)
  const [correcting, setCorrecting] = useState<{ file_ids?: string[] } | undefined>(undefined)
  const [wanting, setWanting] = useState<{ comic_ids?: string[] } | undefined>(undefined)
  const hrefOf = (to: number) => addressOf(kind, { page: to, ignored })
  const isBeyond = useLastPage(page, data?.pagination, hrefOf)
  if (!data && error)
    return html`<${ErrorLook} what="The list could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data || isBeyond) return html`<${Skeleton} count=${6} label="Loading the list" />`
  const { findings, pagination } = data
  if (findings.length === 0)
    return html`<${Empty} icon="check" title=${ignored ? 'Nothing ignored' : isChecked ? 'Nothing here' : 'Not checked yet'} text=${ignored ? '' : isChecked ? FINDING_KINDS[kind].none : 'Findings appear here after the first check.'} />`
  const ignore = async (subjects: string[]) => {
    if (await setIgnored({ kind, subjects, ignored: !ignored })) clear()
  }
  return html`
    <div class="system-bar">
      <p class="system-quiet">${FINDING_KINDS[kind].about}</p>
      ${kind === 'wrong_extension' && !ignored && html`<${Button} icon="pencil" onClick=${() => setCorrecting({})}>Correct all ${countWords(pagination.total, 'extension')}<//>`}
      ${kind === 'gaps' && !ignored && html`<${Button} icon="bookmark" onClick=${() => setWanting({})}>Want all<//>`}
    </div>
    <ul class="care-findings" aria-label=${FINDING_KINDS[kind].label}>
      ${findings.map(
        (finding: Finding) => html`
          <${FindingRow} key=${finding.subject} finding=${finding} picked=${isChosen(finding.subject)} ignored=${ignored} onPick=${() => toggle(finding.subject)} onIgnore=${() => ignore([finding.subject])} />
        `,
      )}
    </ul>
    <${Pager} page=${page} more=${pagination.has_more} hrefOf=${hrefOf} />
    ${
      chosen.length > 0 &&
      html`
        <${PicksBar} text=${`${chosen.length} selected`} onClear=${clear}>
          <${Button} kind="quiet" onClick=${() => ignore(chosen)}>${ignored ? 'List again' : 'Ignore'}<//>
          ${REMOVABLE.includes(kind) && html`<${Button} kind="quiet" icon="trash" onClick=${() => setRemoving(chosen)}>Remove<//>`}
          ${kind === 'wrong_extension' && html`<${Button} kind="quiet" icon="pencil" onClick=${() => setCorrecting({ file_ids: chosen })}>Correct<//>`}
          ${kind === 'gaps' && html`<${Button} kind="quiet" icon="bookmark" onClick=${() => setWanting({ comic_ids: chosen })}>Want<//>`}
        <//>
      `
    }
    ${
      removing &&
      html`<${RemoveCopies} removal=${{ file_ids: removing }} onBegun=${() => {
        setRemoving(undefined)
        clear()
      }} onClose=${() => setRemoving(undefined)} />`
    }
    ${
      wanting &&
      html`<${WantGaps} series=${wanting} onDone=${() => {
        setWanting(undefined)
        clear()
      }} onClose=${() => setWanting(undefined)} />`
    }
    ${
      correcting &&
      html`<${CorrectExtensions} files=${correcting} onBegun=${() => {
        setCorrecting(undefined)
        clear()
      }} onClose=${() => setCorrecting(undefined)} />`
    }
  `
}

type RowProps = { finding: Finding; picked: boolean; ignored: boolean; onPick: () => void; onIgnore: () => unknown }

function FindingRow({ finding, picked, ignored, onPick, onIgnore }: RowProps) {
  const { series, year, number, comic_id, issue_id, path, size, detail } = finding
  const name = [series, number].filter(Boolean).join(' ')
  const href = issue_id ? issuePath(comic_id, issue_id) : seriesPath(comic_id)
  return html`
    <li class="care-finding">
      <label class="row-check"><input type="checkbox" checked=${picked} aria-label=${`Select ${name}`} onChange=${onPick} /></label>
      <div>
        <p class="system-name"><a href=${href}>${name}</a>${year && html` <span class="system-quiet">${year}</span>`}</p>
        <p>${detail}</p>
        ${path && html`<p class="system-quiet care-path">${breakable(path)}${size !== null && html`<span class="care-size"> ${sizeWords(size)}</span>`}</p>`}
      </div>
      <${Button} size="small" kind="quiet" onClick=${onIgnore} label=${`${ignored ? 'List again' : 'Ignore'}: ${name}`} icon=${ignored ? 'eye' : 'eye-off'} />
    </li>
  `
}
