import './release-rules.css'
import { ApiError, call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { html, useEffect, useState } from '../../html'
import { SelectField, TextField } from '../../parts/controls/field'
import { Icon } from '../../parts/icons/icon'
import { Mark, type MarkState } from '../../parts/status/mark'
import { scoreWords } from './rule-words'

type NameScore = Reply<'POST /api/config/release-rules/test'>

const KINDS = [
  { value: 'comic', label: 'Comic' },
  { value: 'manga', label: 'Manga' },
]
const RESULTS: Record<NameScore['result'], { mark: MarkState; word: string }> = {
  accepted: { mark: 'have', word: 'Accepted' },
  manual: { mark: 'wanted', word: 'Below the minimum score' },
  rejected: { mark: 'attention', word: 'Rejected' },
}
const PAUSE_MS = 250

/** How a release name scores under the rules, for a series or for series of a kind. `name`: the first one tested. */
export function ReleaseNameTest({ comicId, name = '' }: { comicId?: string; name?: string }) {
  const [title, setTitle] = useState(name)
  const [kind, setKind] = useState<'comic' | 'manga'>('comic')
  const { score, error } = useScore(usePaused(title.trim()), kind, comicId)
  return html`
    <div class="name-test">
      <div class="name-test-fields">
        <${TextField} label="Release name" value=${title} placeholder="Saga 055 (2018) (Digital) (Group).cbz" onInput=${setTitle} />
        ${!comicId && html`<${SelectField} label="Kind" value=${kind} choices=${KINDS} onChange=${(value: string) => setKind(value as typeof kind)} />`}
      </div>
      <div role="status">
        ${error && html`<p class="rule-error">${error}</p>`}
        ${score && html`<${ScoreLook} score=${score} />`}
      </div>
    </div>
  `
}

function ScoreLook({ score: { result, score, group, format, lines } }: { score: NameScore }) {
  const { mark, word } = RESULTS[result]
  const facts = [`Score ${scoreWords(score)}`, group && `Group: ${group}`, format && `Format: ${format.toUpperCase()}`]
  return html`
    <p class="name-test-result">
      <${Mark} state=${mark} word=${word} />
      <span class="rule-facts">${facts.filter(Boolean).map((fact) => html`<span key=${fact}>${fact}</span>`)}</span>
    </p>
    <ul class="name-test-lines">
      ${lines.map(({ level, score, text }) => html`<li key=${text}><${Icon} name=${level !== 'score' ? 'close' : score < 0 ? 'minus' : 'plus'} size="small" />${sentence(text)}</li>`)}
      ${lines.length === 0 && html`<li data-quiet>No rule matches this name.</li>`}
    </ul>
  `
}

/** The lines of a ranking are parts of a sentence. */
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The text once typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** A reply for an older name is dropped. */
function useScore(title: string, kind: 'comic' | 'manga', comicId: string | undefined) {
  const [state, setState] = useState<{ score?: NameScore; error?: string }>({})
  useEffect(() => {
    let current = true
    const show = (next: typeof state) => {
      if (current) setState(next)
    }
    if (title === '') {
      show({})
      return
    }
    const body = { title, kind, comic_id: comicId }
    call('POST /api/config/release-rules/test', { body }).then(
      (score) => show({ score }),
      (error) => show({ error: error instanceof ApiError ? error.detail : String(error) }),
    )
    return () => {
      current = false
    }
  }, [title, kind, comicId])
  return state
}
