import { html } from '../../../html'
import { breakable } from '../../../parts/text/breakable'
import { countWords, numberWords } from '../../../parts/text/format'
import type { WireScan } from '../wire'

/** Files of the library that were moved, and those that are missing. */
export function Moves({ scan }: { scan: WireScan }) {
  const { moved_files, missing_files } = scan.progress
  const known =
    moved_files === 1 ? 'It is known again by its content, so its' : 'They are known again by their content, so their'
  return html`
    ${
      moved_files > 0 &&
      html`
        <details class="import-moves">
          <summary>${countWords(moved_files, 'file')} of your library ${moved_files === 1 ? 'moved' : 'have moved'}</summary>
          <p>${known} series, covers and reading places stay.</p>
          <ul>
            ${scan.moved.map(
              ({ path, was }) => html`
                <li key=${path}>
                  ${was && html`<code>${breakable(was)}</code>`}
                  <span>${was ? 'is now at' : 'A file is now at'}</span>
                  <code>${breakable(path)}</code>
                </li>
              `,
            )}
          </ul>
          <${More} all=${moved_files} shown=${scan.moved.length} />
        </details>
      `
    }
    ${
      missing_files > 0 &&
      html`
        <details class="import-moves">
          <summary>${countWords(missing_files, 'file')} of your library ${missing_files === 1 ? 'is' : 'are'} not there any more</summary>
          <p>Issues that had no other file count as missing. When a file comes back, the next scan finds its issue again.</p>
          <ul>
            ${scan.missing.map((path) => html`<li key=${path}><code>${path}</code></li>`)}
          </ul>
          <${More} all=${missing_files} shown=${scan.missing.length} />
        </details>
      `
    }
  `
}

function More({ all, shown }: { all: number; shown: number }) {
  return all > shown ? html`<p>And ${numberWords(all - shown)} more.</p>` : null
}
