import './first-run.css'
import { useWaiting, type Waiting, waitingPath, waitingTotal } from '../api/waiting'
import { html } from '../html'
import { Button } from '../parts/controls/button'
import { Cover } from '../parts/covers/cover'
import { countWords, pluralWords } from '../parts/text/format'

/** Invented titles for the drawing of a shelf with free space. */
const SHELF = ['Low Tide', 'The Night Counter', 'Nine Lanterns', '', '', '', '']

/** The empty library: a drawing, and the button that leads to the import, or to what waits there. */
export function FirstRun() {
  const waiting = useWaiting()
  const waits = waiting !== undefined && waitingTotal(waiting) > 0
  const [words, href] = waits ? [reviewWords(waiting), waitingPath(waiting)] : ['Import your comics', '/import']
  return html`
    <section class="first-run">
      <div class="first-run-shelf" aria-hidden="true">${SHELF.map((name, at) => html`<span key=${at}>${name && html`<${Cover} name=${name} />`}</span>`)}</div>
      <h1>Your library is ready</h1>
      ${
        waits
          ? html`<p>${foundWords(waiting)} Your series appear here, with cover and progress, once you add them.</p>`
          : html`
        <p>
          Your series appear here, with cover and progress. Panelkeep reads the folders you already have and moves
          nothing.
        </p>
      `
      }
      <div class="first-run-begin">
        <${Button} kind="main" size="large" icon="import" href=${href}>${words}<//>
        <${Button} size="large" icon="plus" href="/search">Add a series to follow<//>
      </div>
    </section>
  `
}

/** "Review 12 series", or files where only the import folder has some. */
function reviewWords({ comic, manga, inbox }: Waiting): string {
  const series = comic + manga
  return `Review ${series > 0 ? countWords(series, 'series', 'series') : countWords(inbox, 'file')}`
}

function foundWords({ comic, manga, inbox }: Waiting): string {
  const series = comic + manga
  if (series > 0) return pluralWords(series, '1 series waits for your review.', '{count} series wait for your review.')
  return pluralWords(
    inbox,
    '1 file waits for your review in the import folder.',
    '{count} files wait for your review in the import folder.',
  )
}
