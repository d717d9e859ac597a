import { useQuery } from '../../api/query'
import { html, useEffect, useRef, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { SelectField } from '../../parts/controls/field'
import { SearchField } from '../../parts/controls/search-field'
import { Cover } from '../../parts/covers/cover'
import { Dialog } from '../../parts/dialogs/dialog'
import { Icon } from '../../parts/icons/icon'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords } from '../../parts/text/format'
import { isolated } from '../../parts/text/isolated'
import { correctionErrors } from './correct-sheet'
import { fileNumber, fileWords } from './inbox-file'
import { type IssueOption, issueOption, ownsNumber } from './issue-choice'
import { type NewDraft, NewSeriesFields } from './new-series'
import type { InboxFile, NewSeries } from './wire'

const SHOWN = 8
const TYPED_MS = 150

type Series = { id: string; name: string; cover: string | null; facts: string }

export type ChooseSheetProps = {
  files: readonly InboxFile[]
  /** The initial search text. */
  name: string
  busy: boolean
  onChoose: (files: readonly InboxFile[], series: { id: string; name: string }, issueId?: string) => unknown
  /** True when the series was made. */
  onMake: (files: readonly InboxFile[], series: NewSeries) => Promise<boolean>
  onClose: () => void
}

/** Chooses another series in the library for misidentified files, and an issue for a single file; or a new series. */
export function ChooseSheet({ files, name, busy, onChoose, onMake, onClose }: ChooseSheetProps) {
  const [query, setQuery] = useState(name)
  const [series, setSeries] = useState<Series | undefined>(undefined)
  const [issueId, setIssueId] = useState('')
  const [draft, setDraft] = useState<NewDraft | undefined>(undefined)
  const choose = () => {
    if (!series) return
    onChoose(files, series, issueId || undefined)
    onClose()
  }
  const make = async () => {
    if (!draft || correctionErrors(draft)) return
    const { name: typed, year, kind } = draft
    const wanted = { name: typed.trim(), year: year.trim() ? Number(year) : null, content_type: kind }
    if (await onMake(files, wanted)) onClose()
  }
  const [only, ...others] = files
  const begin = () =>
    setDraft({ name: query.trim() || name, year: only?.ComicYear ?? '', kind: only?.content_type ?? 'comic' })
  const foot = draft
    ? html`
        <${Button} onClick=${() => setDraft(undefined)}>Back to the search<//>
        <${Button} kind="main" icon="plus" busy=${busy} disabled=${correctionErrors(draft) !== undefined} onClick=${make}>Make the series<//>
      `
    : html`
        <${Button} onClick=${onClose}>Cancel<//>
        <${Button} kind="main" icon="library" busy=${busy} disabled=${!series} onClick=${choose}>Import there<//>
      `
  const type = (next: string) => {
    setQuery(next)
    setSeries(undefined)
    setIssueId('')
  }
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  // Enter picks the first series and then imports, or creates a series when no series was found.
  const enter = (event: Event) => {
    event.preventDefault()
    if (draft) void make()
    else if (series) choose()
    else box.current?.querySelector<HTMLElement>('.inbox-line, .inbox-make')?.click()
  }
  return html`
    <${Dialog} open kind="sheet" title=${draft ? 'A new series' : 'Choose a series'} onClose=${onClose} foot=${foot}>
      <form class="inbox-choose" ref=${box} onSubmit=${enter}>
        <p><code>${isolated(fileWords(files))}</code></p>
        ${!draft && html`<${SearchField} label="Find a series of your library" value=${query} onInput=${type} />`}
        ${
          draft
            ? html`<${NewSeriesFields} draft=${draft} onDraft=${setDraft} />`
            : series
              ? html`
                <${SeriesLine} series=${series} chosen onPick=${() => setSeries(undefined)} />
                ${only && others.length === 0 && html`<${IssueChoice} file=${only} comicId=${series.id} value=${issueId} onChange=${setIssueId} />`}
              `
              : html`<${SeriesResults} query=${query} onPick=${setSeries} onMake=${begin} />`
        }
        <button class="unseen" type="submit" tabindex="-1" aria-hidden="true">Continue</button>
      </form>
    <//>
  `
}

type FoundProps = { query: string; onPick: (series: Series) => void; onMake: () => void }

function SeriesResults({ query, onPick, onMake }: FoundProps) {
  const search = useSettled(query.trim())
  const { data, error, loading } = useQuery('GET /api/series', { query: { q: search, limit: SHOWN } }, { keep: true })
  if (error) return html`<p class="inbox-note" role="alert">${error.detail}</p>`
  const found = !data || Array.isArray(data) ? (data ?? []) : data.comics
  if (found.length === 0 && loading) return html`<${Skeleton} count=${4} label="Looking for series" />`
  if (found.length === 0)
    return html`<p class="inbox-note">No series of your library is called that.</p><${MakeLine} onMake=${onMake} />`
  const all = found.map(({ ComicID, ComicName, ComicImage, ComicYear, ComicPublisher, Total }) => ({
    id: ComicID,
    name: ComicName,
    cover: ComicImage,
    facts: [ComicYear, ComicPublisher, countWords(Total, 'issue')].filter(Boolean).join(' · '),
  }))
  return html`
    <div class="inbox-series">
      ${all.map((series) => html`<${SeriesLine} key=${series.id} series=${series} onPick=${() => onPick(series)} />`)}
      <${MakeLine} onMake=${onMake} />
    </div>
  `
}

/** The last line, below the results. */
function MakeLine({ onMake }: { onMake: () => void }) {
  return html`
    <button class="inbox-line inbox-make" type="button" onClick=${onMake}>
      <${Icon} name="plus" />
      <span><b>Make a new series of it</b></span>
    </button>
  `
}

type SeriesLineProps = { series: Series; chosen?: boolean; onPick: () => void }

function SeriesLine({ series, chosen, onPick }: SeriesLineProps) {
  return html`
    <button class="inbox-line" type="button" aria-pressed=${chosen === true} onClick=${onPick}>
      <${Cover} name=${series.name} src=${series.cover} width=${40} />
      <span><b>${series.name}</b><small>${series.facts}</small></span>
      ${chosen && html`<small>Choose another</small>`}
    </button>
  `
}

type IssueChoiceProps = { file: InboxFile; comicId: string; value: string; onChange: (issueId: string) => void }

function IssueChoice({ file, comicId, value, onChange }: IssueChoiceProps) {
  const { data, error } = useQuery('GET /api/series/:comic_id', { params: { comic_id: comicId } })
  if (error) return html`<p class="inbox-note" role="alert">${error.detail}</p>`
  if (!data) return html`<${Skeleton} count=${1} label="Loading the issues" />`
  const issues: IssueOption[] = data.issues.map(issueOption)
  const choices = [{ value: '', label: `By its number: ${fileNumber(file)}` }, ...issues]
  const owned = value ? issues.find((one) => one.value === value)?.owned : ownsNumber(data.issues, file)
  const hint = owned
    ? 'Your library has a file of this one. Both are kept.'
    : 'A number that the series does not have yet becomes a new issue.'
  return html`<${SelectField} label="Issue" value=${value} choices=${choices} hint=${hint} onChange=${onChange} />`
}

/** The typed text, once typing stops. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
