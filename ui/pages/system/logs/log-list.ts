import { type ComponentChildren, html, useEffect, useRef } from '../../../html'
import { Empty } from '../../../parts/status/empty'
import { exactWords, secondWords } from '../../../parts/text/clock-words'
import type { LogLine } from './log-lines'

/** Within this distance the list counts as scrolled to the end. */
const NEAR_PX = 40

export type LogListProps = {
  lines: readonly LogLine[]
  follows: boolean
  narrowed: boolean
  /** Shown above the oldest line. */
  children?: ComponentChildren
}

/** The newest line is at the bottom and stays in view until the user scrolls up. */
export function LogList({ lines, follows, narrowed, children }: LogListProps) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const last = lines.at(-1)?.key
  useEffect(() => {
    if (box.current && follows && atEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [last, follows])
  const moved = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = box.current ?? {}
    atEnd.current = scrollTop + clientHeight > scrollHeight - NEAR_PX
  }
  if (lines.length === 0) {
    return narrowed
      ? html`<${Empty} icon="search" title="No lines match" text="Try another word, part or level." />`
      : html`<${Empty} icon="history" title="The log is empty" text="The log shows what Panelkeep does, as it happens." />`
  }
  return html`
    <div class="log" ref=${box} onScroll=${moved} tabindex="0" role="log" aria-label="The log" aria-live="off">
      ${children}
      <ol>${lines.map((line) => html`<${Line} key=${line.key} line=${line} />`)}</ol>
    </div>
  `
}

const LEVELS: Record<string, string> = { warn: 'warning', error: 'error', debug: 'debug' }

function Line({ line: { at, level, area, text, error } }: { line: LogLine }) {
  return html`
    <li class="log-line" data-level=${level}>
      <time title=${at && exactWords(at)}>${at && secondWords(at)}</time>
      <b>${area}</b>
      <p>
        ${LEVELS[level] && html`<span class="log-word">${LEVELS[level]}</span> `}${text}
        ${error && html`<details><summary>${error.split('\n')[0]}</summary><pre>${error}</pre></details>`}
      </p>
    </li>
  `
}
