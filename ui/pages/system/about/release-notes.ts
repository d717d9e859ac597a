import './release-notes.css'
import type { Reply } from '../../../api/contract'
import { html } from '../../../html'
import { noteWords } from './note-words'

export type Sections = Reply<'GET /api/system/release-notes'>['sections']

/** The release notes by version, the newest open. */
export function ReleaseNotes({ sections, all }: { sections: Sections; all?: boolean }) {
  return html`
    <div class="release-notes">
      ${sections.map(
        ({ version, bullets }, at) => html`
          <details key=${version} open=${all || at === 0}>
            <summary>${version}</summary>
            <ul>${bullets.map((text) => html`<li key=${text}>${noteWords(text)}</li>`)}</ul>
          </details>
        `,
      )}
    </div>
  `
}
