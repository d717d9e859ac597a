import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useEffect, useRef, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { AreaField, TextField } from '../../parts/controls/field'
import { Dialog } from '../../parts/dialogs/dialog'
import { arcPath } from '../../parts/text/arc-path'
import { countWords } from '../../parts/text/format'
import { useBusy } from '../../state/use-busy'
import { type GeneratedIssue, GeneratedOrder } from './generated-order'

const LEAST = 3
const MOST = 500
const LONGEST_NAME = 200

/** Drafts a reading order from a description. The user reviews the draft before anything is saved. */
export function GenerateArc({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  const [description, setDescription] = useState('')
  const [name, setName] = useState('')
  const [issues, setIssues] = useState<readonly GeneratedIssue[] | undefined>(undefined)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const { busy, run: runOnce } = useBusy()
  const here = useRef(true)
  useEffect(
    () => () => {
      here.current = false
    },
    [],
  )

  /** `work` returns the error, if any. A reply after the sheet was closed is ignored. */
  const run = (work: () => Promise<string | undefined>) => {
    const begin = async () => {
      setFailure(undefined)
      setFailure(await work())
    }
    return runOnce(begin, { onFailure: setFailure })
  }
  const generate = (event?: Event) => {
    event?.preventDefault()
    if (description.trim().length < LEAST) return
    void run(async () => {
      const reply = await call('POST /api/storyarcs/generate', { body: { description } })
      if (!here.current) return undefined
      if (!reply.success) return reply.error
      setIssues(reply.issues)
      setName(name || description.trim().slice(0, LONGEST_NAME))
      return undefined
    })
  }
  const save = () =>
    run(async () => {
      const body = { arc_name: name.trim(), issues: [...(issues ?? [])] }
      const { arc_id, error } = await call('POST /api/storyarcs/generate/save', { body })
      if (arc_id === undefined) return error
      invalidate('GET /api/storyarcs')
      if (here.current) route(arcPath(arc_id))
      return undefined
    })
  const foot = issues
    ? html`
        <${Button} onClick=${() => setIssues(undefined)}>Back<//>
        <${Button} kind="main" icon="check" busy=${busy} disabled=${name.trim() === ''} onClick=${save}>Save story arc<//>
      `
    : html`
        <${Button} onClick=${onClose}>Cancel<//>
        <${Button} kind="main" busy=${busy} disabled=${description.trim().length < LEAST} onClick=${generate}>Generate<//>
      `
  return html`
    <${Dialog} open kind="sheet" title=${issues ? 'Check the reading order' : 'Generate a story arc'} help="lists#generate-a-reading-order" onClose=${onClose} foot=${foot}>
      ${
        issues
          ? html`
              <${TextField} label="Story arc name" value=${name} onInput=${(text: string) => setName(text.slice(0, LONGEST_NAME))} />
              <p class="arc-none">${summaryOf(issues)} AI wrote this order. Check it before you save it.</p>
              <${GeneratedOrder} issues=${issues} />
            `
          : html`
              <form class="arc-generate" onSubmit=${generate}>
                <${AreaField} label="Describe the story" hint="Name the event, the characters or the writer. The description is sent to your model server." value=${description} onInput=${(text: string) => setDescription(text.slice(0, MOST))} autofocus />
              </form>
              ${busy && html`<p class="arc-none" role="status">Generating the reading order. This can take a minute.</p>`}
            `
      }
      ${failure && html`<p class="arc-none" role="alert">${failure}</p>`}
    <//>
  `
}

function summaryOf(issues: readonly GeneratedIssue[]): string {
  const verified = issues.filter((issue) => issue.verified).length
  return `${countWords(issues.length, 'issue')}, ${verified === issues.length ? 'all' : verified} found in your library.`
}
