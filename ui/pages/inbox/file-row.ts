import '../../parts/lists/row-check.css'
import { html } from '../../html'
import { Menu } from '../../parts/controls/menu'
import { Mark } from '../../parts/status/mark'
import { sizeWords } from '../../parts/text/format'
import { isolated } from '../../parts/text/isolated'
import { fileNumber, isImportable, isReady, isSuggested } from './inbox-file'
import type { InboxFile } from './wire'

/** The actions for files, handled by the page. */
export type FileActions = {
  file: (files: readonly InboxFile[]) => unknown
  /** Imports files into the series that AI suggests. */
  accept: (files: readonly InboxFile[]) => unknown
  choose: (files: readonly InboxFile[]) => unknown
  correct: (files: readonly InboxFile[]) => unknown
  ignore: (files: readonly InboxFile[], ignore: boolean) => unknown
  remove: (files: readonly InboxFile[]) => unknown
  toggle: (files: readonly InboxFile[]) => unknown
}

export type FileRowProps = { file: InboxFile; picked: boolean; intents: FileActions }

/** One file: its number, its name and its problem. */
export function InboxFileRow({ file, picked, intents }: FileRowProps) {
  const { impID, ComicFilename, ComicLocation, size, title, Status, IgnoreFile } = file
  const label = `${fileNumber(file)}, ${ComicFilename}`
  const open = isImportable(file)
  return html`
    <li
      class="inbox-file"
      data-stop=${impID}
      data-ignored=${IgnoreFile === 1 || undefined}
      data-picked=${picked || undefined}
      tabindex="-1"
      aria-label=${label}
    >
      <label class="row-check">
        <input type="checkbox" tabindex="-1" checked=${picked} disabled=${Status === 'Importing'} onChange=${() => intents.toggle([file])} />
        <span class="unseen">Pick ${ComicFilename}</span>
      </label>
      <b class="inbox-file-number">${fileNumber(file)}</b>
      <div class="inbox-file-name">
        <code title=${ComicLocation}>${isolated(ComicFilename)}</code>
        ${title && html`<span>${title}</span>`}
        <${FileState} file=${file} />
      </div>
      <span class="inbox-file-size">${sizeWords(size)}</span>
      <${Menu} title=${`What to do with ${ComicFilename}`} items=${itemsOf(file, open, intents)} />
    </li>
  `
}

function itemsOf(file: InboxFile, open: boolean, { file: take, accept, choose, correct, ignore, remove }: FileActions) {
  const ignored = file.IgnoreFile === 1
  const busy = file.Status === 'Importing'
  const one = [file]
  return [
    isSuggested(file)
      ? { label: 'Accept suggestion', icon: 'check' as const, onPick: () => accept(one) }
      : { label: 'Import', icon: 'library' as const, disabled: !isReady(file), onPick: () => take(one) },
    { label: 'Choose a series', icon: 'search' as const, disabled: !open, onPick: () => choose(one) },
    { label: 'Correct it', icon: 'pencil' as const, disabled: busy, onPick: () => correct(one) },
    ignored
      ? { label: 'Bring it back', icon: 'undo' as const, onPick: () => ignore(one, false) }
      : { label: 'Ignore it', icon: 'eye-off' as const, disabled: busy, onPick: () => ignore(one, true) },
    { label: 'Remove from the list', icon: 'close' as const, disabled: busy, onPick: () => remove(one) },
  ]
}

const lastOf = (path: string) => path.split(/[\\/]/).at(-1) ?? path

/** The state in words, if the state is worth showing. */
function FileState({ file }: { file: InboxFile }) {
  const { Status, problem, already, IgnoreFile } = file
  if (Status === 'Importing') return html`<${Mark} state="way" word="Being imported" />`
  if (problem !== null)
    return html`<p class="inbox-file-problem"><${Mark} state="attention" word="Failed" wordless /> ${problem}</p>`
  if (IgnoreFile === 1) return html`<${Mark} state="skipped" word="Ignored" />`
  if (already === null) return null
  return html`
    <p class="inbox-file-already">
      <${Mark} state="have" word="Known" wordless /> In your library as <code title=${already.path}>${isolated(lastOf(already.path))}</code>. Importing it keeps both.
    </p>
  `
}
