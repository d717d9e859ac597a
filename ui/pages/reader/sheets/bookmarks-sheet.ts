import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Dialog } from '../../../parts/dialogs/dialog'
import { Empty } from '../../../parts/status/empty'
import { type Bookmark, pagePicture, type ReadIssue } from '../wire'

export type BookmarksSheetProps = {
  issue: ReadIssue
  bookmarks: readonly Bookmark[]
  onGo: (page: number) => void
  onNote: (page: number, note: string) => void
  onRemove: (page: number) => void
  onClose: () => void
}

export function BookmarksSheet({ issue, bookmarks, onGo, onNote, onRemove, onClose }: BookmarksSheetProps) {
  const none = html`<${Empty} icon="bookmark" title="No bookmarks" text="Tap the ribbon in the bar above, or press B, to bookmark a page." />`
  const chapters = issue.page_marks.filter(({ bookmark }) => bookmark !== undefined)
  return html`
    <${Dialog} open kind="sheet" title="Bookmarks" onClose=${onClose}>
      ${bookmarks.length === 0 && chapters.length === 0 && none}
      <ul class="reader-bookmarks">
        ${bookmarks.map(
          (one) => html`
            <${Line}
              key=${one.page}
              issue=${issue}
              one=${one}
              onGo=${onGo}
              onNote=${onNote}
              onRemove=${onRemove}
            />
          `,
        )}
      </ul>
      ${
        chapters.length > 0 &&
        html`
          <h3 class="reader-chapters-title">In this file</h3>
          <ul class="reader-chapters">
            ${chapters.map(
              ({ page, bookmark }) => html`
                <li key=${page}>
                  <button type="button" onClick=${() => onGo(page)}><span>${bookmark}</span><small>Page ${page + 1}</small></button>
                </li>
              `,
            )}
          </ul>
        `
      }
    <//>
  `
}

type LineProps = Pick<BookmarksSheetProps, 'issue' | 'onGo' | 'onNote' | 'onRemove'> & { one: Bookmark }

function Line({ issue, one, onGo, onNote, onRemove }: LineProps) {
  const name = `Page ${one.page + 1}`
  const change = (event: Event) => onNote(one.page, (event.currentTarget as HTMLInputElement).value.trim())
  return html`
    <li>
      <button type="button" aria-label=${`Go to page ${one.page + 1}`} onClick=${() => onGo(one.page)}>
        <img src=${pagePicture(issue.issue_id, one.page, issue.version, 160)} alt="" loading="lazy" />
      </button>
      <div>
        <b>${name}</b>
        <input
          class="field-box"
          type="text"
          maxlength="500"
          defaultValue=${one.note ?? ''}
          placeholder="A note"
          aria-label=${`Note for page ${one.page + 1}`}
          onChange=${change}
        />
      </div>
      <${Button} kind="quiet" icon="trash" label=${`Remove the bookmark at page ${one.page + 1}`} onClick=${() => onRemove(one.page)} />
    </li>
  `
}
