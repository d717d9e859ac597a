import { html } from '../../../html'
import { breakable } from '../../../parts/text/breakable'
import { numberWords, pluralWords } from '../../../parts/text/format'
import type { WireScan } from '../wire'

/** Files of the library that were moved, and those that are missing. */
export function MovedFiles({ scan }: { scan: WireScan }) {
  const { moved_files, missing_files } = scan.progress
  const known = pluralWords(
    moved_files,
    'It is known again by its content, so its series, covers and reading places stay.',
    'They are known again by their content, so their series, covers and reading places stay.',
  )
  return html`
    ${
      moved_files > 0 &&
      html`
        <details class="import-moves">
          <summary>${pluralWords(moved_files, '{count} file of your library moved', '{count} files of your library have moved')}</summary>
          <p>${known}</p>
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
          <summary>${pluralWords(missing_files, '{count} file of your library is not there any more', '{count} files of your library are not there any more')}</summary>
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
