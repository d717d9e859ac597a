import { useLocation } from 'preact-iso'
import { ApiError, call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useRef, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { arcPath } from '../../parts/text/arc-path'
import { countWords } from '../../parts/text/format'
import { type ImportedList, OutcomeRow } from './outcome-row'

/** Imports reading lists from this computer, one after the other, and shows the result of each. */
export function ImportLists() {
  const { route } = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const [outcomes, setOutcomes] = useState<readonly ImportedList[] | undefined>(undefined)
  const [left, setLeft] = useState(0)
  const read = async (files: File[]) => {
    const done: ImportedList[] = []
    for (const [index, file] of files.entries()) {
      setLeft(files.length - index)
      setOutcomes([...done])
      done.push(await importFile(file))
    }
    setLeft(0)
    invalidate('GET /api/storyarcs')
    const [only] = done
    // One list without doubts needs no report.
    if (done.length === 1 && only && 'result' in only && only.result.matched === only.result.issues) {
      setOutcomes(undefined)
      return route(arcPath(only.result.arc_id))
    }
    setOutcomes(done)
  }
  const choose = (event: Event) => {
    const field = event.currentTarget as HTMLInputElement
    const files = [...(field.files ?? [])]
    field.value = ''
    if (files.length > 0) void read(files)
  }
  const close = () => setOutcomes(undefined)
  return html`
    <${Button} kind="main" icon="import" busy=${left > 0} onClick=${() => input.current?.click()}>Import reading lists<//>
    <input ref=${input} class="unseen" type="file" multiple accept=".cbl,.json,.xml" tabindex="-1" aria-label="Reading lists" onChange=${choose} />
    ${
      outcomes &&
      html`
        <${Dialog} open kind="sheet" title="Reading lists" help="lists#import-reading-lists" onClose=${close} foot=${html`<${Button} kind="main" disabled=${left > 0} onClick=${close}>Done<//>`}>
          <p role="status">${left > 0 ? `${countWords(left, 'list')} left` : `${countWords(outcomes.length, 'list')} read`}</p>
          <ul class="arc-imports">${outcomes.map((one) => html`<${OutcomeRow} key=${one.file} outcome=${one} onOpen=${close} />`)}</ul>
        <//>
      `
    }
  `
}

async function importFile(file: File): Promise<ImportedList> {
  try {
    const body = { document: await textOf(file), file_name: file.name }
    return { file: file.name, result: await call('POST /api/storyarcs/import', { body }) }
  } catch (cause) {
    return { file: file.name, refused: cause instanceof ApiError ? cause.detail : String(cause) }
  }
}

/** Old Windows programs write UTF-16. */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x3c && bytes[1] === 0)
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}
