import './first-run.css'
import { html } from '../html'
import { Button } from '../parts/controls/button'
import { Cover } from '../parts/covers/cover'

/** Invented titles for the drawing of a shelf with free space. */
const SHELF = ['Low Tide', 'The Night Counter', 'Nine Lanterns', '', '', '', '']

/** The empty library: a drawing, and the button that leads to the import. */
export function FirstRun() {
  return html`
    <section class="first-run">
      <div class="first-run-shelf" aria-hidden="true">${SHELF.map((name, at) => html`<span key=${at}>${name && html`<${Cover} name=${name} />`}</span>`)}</div>
      <h1>Your library is ready</h1>
      <p>
        Your series appear here, with cover and progress. Panelkeep reads the folders you already have and moves
        nothing.
      </p>
      <div class="first-run-begin">
        <${Button} kind="main" size="large" icon="import" href="/import">Import your comics<//>
        <${Button} size="large" icon="plus" href="/search">Add a series to follow<//>
      </div>
    </section>
  `
}
