import { useQuery } from '../../api/query'
import { html } from '../../html'
import { Bars } from '../../parts/charts/bars'
import { Columns } from '../../parts/charts/columns'
import { Empty } from '../../parts/status/empty'
import { countWords, dayWords, sizeWords } from '../../parts/text/format'
import { seriesPath } from '../../parts/text/series-path'
import type { CareSummary, SizeFacet } from './care-words'

const MOST_BARS = 12
const MOST_COLUMNS = 24

/** What uses the space on the disks, what grew, and what could be freed. */
export function StorageSection({ summary }: { summary: CareSummary }) {
  const { files, bytes, checked_at } = summary
  if (checked_at === null || files === 0) {
    const text = checked_at
      ? 'The last check found no files in the library. Sizes appear here when it has some.'
      : 'Sizes appear here after the first check.'
    return html`
      <section class="care-section" aria-labelledby="care-title">
        <h2 id="care-title" class="unseen">Storage</h2>
        <${Empty} icon="drive" title="No sizes yet" text=${text} />
      </section>
    `
  }
  return html`
    <section class="care-section" aria-labelledby="care-title">
      <h2 id="care-title" class="unseen">Storage</h2>
      <p class="care-sum">${sizeWords(bytes)} <span class="system-quiet">in ${countWords(files, 'file')}</span></p>
      <${Freed} summary=${summary} />
      <div class="care-charts">
        <${Growth} facet="total" title="Size by day" />
        <${Growth} facet="added" title="Added by month" />
        <${SizeBars} facet="grown" title="Grew in the last 30 days" hrefOf=${seriesPath} />
        <${SizeBars} facet="folder" title="Folders" />
        <${SizeBars} facet="kind" title="Kinds" />
        <${SizeBars} facet="format" title="Formats" />
        <${SizeBars} facet="publisher" title="Publishers" />
        <${SizeBars} facet="series" title="Series" hrefOf=${seriesPath} />
        <${SizeBars} facet="year" title="Years" />
      </div>
    </section>
  `
}

/** What removing copies and converting files would free. */
function Freed({ summary }: { summary: CareSummary }) {
  const { data } = useQuery('GET /api/care/sizes', { query: { facet: 'converted' } })
  const copies = summary.copies.filter(({ kind }) => kind !== 'issue').reduce((sum, each) => sum + each.bytes, 0)
  const others = summary.copies.find(({ kind }) => kind === 'issue')
  const lines = [
    copies > 0 &&
      html`<li key="copies"><a class="system-link" href="/system/care">Removing duplicates</a> frees ${sizeWords(copies)}.</li>`,
    others &&
      html`<li key="issue"><a class="system-link" href="/system/care?kind=issue">Removing other copies of the same issue</a> frees up to ${sizeWords(others.bytes)}.</li>`,
    ...(data?.rows ?? []).map(
      ({ key, label, files, bytes }) => html`<li key=${key}>${convertedWords(label, files, bytes)}</li>`,
    ),
    summary.recycled.files > 0 &&
      html`<li key="recycled">The recycle folders hold ${sizeWords(summary.recycled.bytes)}.</li>`,
  ].filter(Boolean)
  return lines.length > 0 ? html`<ul class="care-freed" aria-label="What could be freed">${lines}</ul>` : null
}

function convertedWords(label: string, files: number, bytes: number): string {
  const what = `Converting ${countWords(files, `${label} file`)} to CBZ`
  return bytes >= 0 ? `${what} frees about ${sizeWords(bytes)}.` : `${what} needs about ${sizeWords(-bytes)} more.`
}

type SizeBarsProps = { facet: SizeFacet; title: string; hrefOf?: (key: string) => string }

function SizeBars({ facet, title, hrefOf }: SizeBarsProps) {
  const { data } = useQuery('GET /api/care/sizes', { query: { facet } })
  const rows = (data?.rows ?? []).toSorted((a, b) => b.bytes - a.bytes)
  if (rows.length === 0) return null
  const bars = rows.slice(0, MOST_BARS).map(({ key, label, files, bytes }) => ({
    label: label || key,
    value: bytes,
    words: `${sizeWords(bytes)} · ${countWords(files, 'file')}`,
    href: hrefOf && key ? hrefOf(key) : undefined,
  }))
  return html`<${Bars} title=${title} unit="Size" bars=${bars} />`
}

type GrowthProps = { facet: 'added' | 'total'; title: string }

/** Sizes over time, from the second month or day on. */
function Growth({ facet, title }: GrowthProps) {
  const { data } = useQuery('GET /api/care/sizes', { query: { facet } })
  const rows = (data?.rows ?? []).slice(-MOST_COLUMNS)
  if (rows.length < 2) return null
  const columns = rows.map(({ key, files, bytes }) => ({
    label: dayWords(key),
    value: bytes,
    words: `${sizeWords(bytes)}, ${countWords(files, 'file')}`,
  }))
  return html`<${Columns} title=${title} unit="Size" columns=${columns} note=${sizeWords(rows.at(-1)!.bytes)} />`
}
