import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { type Choice, NumberField, SelectField, TextField } from '../../parts/controls/field'
import { useBusy } from '../../state/use-busy'
import { FORMATS, LEVELS, MATCHES, type RuleFields, SCOPES } from './rule-words'

export type RuleFormProps = {
  rule: RuleFields
  /** False on the page of a series, whose rules are for it alone. */
  hasScope: boolean
  word: string
  /** The refusal as a sentence, or undefined when the rule is saved. */
  onSave: (rule: RuleFields) => Promise<string | undefined>
  onClose?: () => void
}

/** One rule: its text, its series, and the points that a release gains or loses. */
export function RuleForm({ rule, hasScope, word, onSave, onClose }: RuleFormProps) {
  const [draft, setDraft] = useState(rule)
  const { busy, run } = useBusy()
  const [error, setError] = useState<string | undefined>(undefined)
  const change = (more: Partial<RuleFields>) => {
    setError(undefined)
    setDraft((now) => ({ ...now, ...more }))
  }
  const choose = <K extends keyof RuleFields>(key: K, label: string, choices: readonly Choice[]) =>
    html`<${SelectField} label=${label} value=${draft[key]} choices=${choices} onChange=${(value: string) => change({ [key]: value } as Partial<RuleFields>)} />`
  const setScore = (score: number) => change({ score })
  const turn = (match: string) =>
    change({
      match: match as RuleFields['match'],
      text: match === 'format' ? 'cbz' : draft.match === 'format' ? '' : draft.text,
    })
  const save = (event: Event) => {
    event.preventDefault()
    return run(async () => {
      const refusal = await onSave(draft)
      setError(refusal)
      if (refusal === undefined) setDraft(rule)
    })
  }
  return html`
    <form class="rule-form" onSubmit=${save}>
      <${SelectField} label="Match" value=${draft.match} choices=${MATCHES} onChange=${turn} />
      ${
        draft.match === 'format'
          ? choose('text', 'Format', FORMATS)
          : html`<${TextField} label=${draft.match === 'group' ? 'Release group' : 'Word'} value=${draft.text} required onInput=${(text: string) => change({ text })} />`
      }
      ${hasScope && choose('scope', 'Applies to', SCOPES)}
      ${choose('level', 'Effect', LEVELS)}
      ${draft.level === 'score' && html`<${NumberField} label="Score" value=${draft.score} min=${-1000} max=${1000} step=${1} onInput=${setScore} onChange=${setScore} />`}
      <div class="rule-form-does">
        <${Button} type="submit" size="small" busy=${busy}>${word}<//>
        ${onClose && html`<${Button} size="small" kind="quiet" onClick=${onClose}>Cancel<//>`}
      </div>
      ${error && html`<p class="rule-error" role="alert">${error}</p>`}
    </form>
  `
}
