import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { Bars } from '../../parts/charts/bars'
import { Columns } from '../../parts/charts/columns'
import { Split } from '../../parts/charts/split'
import { countWords, numberWords, sizeWords } from '../../parts/text/format'
import { seriesPath } from '../../parts/text/series-path'
import { growthOf } from './growth'
import { Panel } from './panel'

type Collection = Reply<'GET /api/dashboard/collection'>

/** The make-up of the collection, in small charts. */
export function Charts() {
  const answer = useQuery('GET /api/dashboard/collection')
  return html`<${Panel} title="Your collection" answer=${answer} waits=${6} draw=${draw} />`
}

const MOST_BARS = 8

/** "150 in the 2010s" */
function mostOf(decades: Collection['decades']): string {
  const [most] = decades.filter(({ decade }) => decade !== null).toSorted((a, b) => b.issues - a.issues)
  return most ? `${countWords(most.issues, 'issue')} of the ${most.decade}s` : ''
}

function draw(data: Collection) {
  const { files, bytes, publishers, decades, formats, completion, storage } = data
  if (files === 0) return html`<p class="dash-none">Charts appear here once files are in the library.</p>`
  const issues = (count: number) => countWords(count, 'issue')
  return html`
    <p class="dash-sum">${countWords(files, 'file')}, ${sizeWords(bytes)}</p>
    <div class="dash-charts">
      <${Columns} title="Growth" unit="files" columns=${growthOf(data.growth)} note=${countWords(files, 'file')} />
      <${Columns} title="By decade" unit="issues" columns=${decades.map(({ decade, issues: value }) => ({ label: decade === null ? 'Unknown' : `${decade}s`, value, words: issues(value) }))} note=${mostOf(decades)} />
      <${Bars} title="By publisher" bars=${publishers.slice(0, MOST_BARS).map(({ publisher, issues: value }) => ({ label: publisher ?? 'No publisher', value, words: numberWords(value) }))} unit="Issues" />
      <${Bars} title="Storage by series" bars=${storage.slice(0, MOST_BARS).map(({ comic_id, name, bytes: value }) => ({ label: name, value, words: sizeWords(value), href: seriesPath(comic_id) }))} unit="Size" />
      <${Split} title="Completion" parts=${[
        { label: 'Complete', value: completion.complete, ink: 'have' },
        { label: 'Missing issues', value: completion.partial, ink: 'wanted' },
        { label: 'Total unknown', value: completion.unknown, ink: 'blue' },
        { label: 'No files', value: completion.empty, ink: 'edge' },
      ]} word="series" />
      <${Split} title="By format" parts=${formats.map(({ format, files: value }, at) => ({ label: format.toUpperCase(), value, ink: INKS[at] ?? 'edge' }))} word="files" />
    </div>
  `
}

const INKS = ['blue', 'teal', 'violet', 'red', 'yellow']
