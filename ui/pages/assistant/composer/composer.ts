import './composer.css'
import { html, type Signal, useEffect, useRef, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Icon } from '../../../parts/icons/icon'
import type { QuestionDraft } from './draft'
import { ImageRow } from './image-row'
import { IMAGE_TYPES, MOST_IMAGES, pickImages } from './images'

export type ComposerProps = {
  draft: Signal<QuestionDraft>
  /** While a reply arrives, Send is replaced by Stop. */
  isAnswering: boolean
  onSend: () => void
  onStop: () => void
}

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

/** The field for a question, with its images. Enter sends, Shift and Enter begins a new line. */
export function Composer({ draft, isAnswering, onSend, onStop }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const { text, images, problems } = draft.value
  const { isOver, ...drop } = useDrop((files) => void add(files))
  useFocusAtStart(box, draft)
  const add = async (files: readonly File[]) => {
    const room = MOST_IMAGES - draft.peek().images.length
    const { images, refusals } = await pickImages(files, room)
    const now = draft.peek()
    draft.value = { ...now, images: [...now.images, ...images], problems: refusals }
  }
  const remove = (at: number) => {
    URL.revokeObjectURL(images[at]?.url ?? '')
    draft.value = { ...draft.peek(), images: images.filter((_, index) => index !== at), problems: [] }
    box.current?.focus()
  }
  const isEmpty = text.trim() === '' && images.length === 0
  const send = () => {
    if (isEmpty || isAnswering) return
    onSend()
    box.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    // Enter also ends the composition of a character in Japanese or Chinese.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    send()
  }
  const paste = (event: ClipboardEvent) => {
    const files = filesOf(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    void add(files)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    send()
  }
  const type = (event: Event) => {
    draft.value = { ...draft.peek(), text: (event.currentTarget as HTMLTextAreaElement).value }
  }
  return html`
    <form class="composer" data-over=${isOver || undefined} aria-label="Your question" onSubmit=${submit} ...${drop}>
      <${ImageRow} images=${images} onRemove=${remove} />
      <div role="alert">
        ${problems.map((problem) => html`<p class="composer-problem" key=${problem}><${Icon} name="alert" size="small" /><span>${problem}</span></p>`)}
      </div>
      <div class="composer-row">
        <${AttachButton} disabled=${images.length >= MOST_IMAGES} onFiles=${add} />
        <textarea
          ref=${box}
          rows="1"
          aria-label="Ask about your library"
          placeholder="Ask about your library"
          enterkeyhint="send"
          value=${text}
          onInput=${type}
          onKeyDown=${keys}
          onPaste=${paste}
        ></textarea>
        ${
          isAnswering
            ? html`<${Button} icon="stop" label="Stop the reply" onClick=${onStop} />`
            : html`<${Button} kind="main" type="submit" icon="arrow-up" label="Send" disabled=${isEmpty} />`
        }
      </div>
    </form>
  `
}

/** A hidden file field behind a button, since the browser's own cannot be styled. */
function AttachButton({ disabled, onFiles }: { disabled: boolean; onFiles: (files: readonly File[]) => unknown }) {
  const field = useRef<HTMLInputElement>(null)
  const change = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement
    void onFiles([...(input.files ?? [])])
    // The same file can be chosen again.
    input.value = ''
  }
  return html`
    <${Button} kind="quiet" icon="image" label="Attach images" disabled=${disabled} onClick=${() => field.current?.click()} />
    <input ref=${field} type="file" accept=${IMAGE_TYPES.join(',')} multiple hidden aria-label="Images" onChange=${change} />
  `
}

/** Handlers for files that are dragged over the form. */
function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles(filesOf(event.dataTransfer))
  }
  return { isOver, onDragOver, onDragLeave: () => setOver(false), onDrop }
}

/** Focuses the field when a chat opens, except where that would open an on-screen keyboard. */
function useFocusAtStart(box: { current: HTMLTextAreaElement | null }, draft: Signal<QuestionDraft>): void {
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) box.current?.focus({ preventScroll: true })
  }, [draft])
}
