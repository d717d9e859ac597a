import './release-rules.css'
import { ApiError, call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { seriesPath } from '../../parts/text/series-path'
import { showToast } from '../../state/toasts'
import { RuleForm } from './rule-form'
import { effectWords, type ReleaseRule, type RuleFields, ruleFacts, ruleName } from './rule-words'

const LIST = 'GET /api/config/release-rules'
const NEW: RuleFields = { match: 'word', text: '', scope: 'all', level: 'score', score: 10 }

/** The release rules, or those of one series with the general ones below. */
export function ReleaseRuleList({ comicId }: { comicId?: string }) {
  const { data, error, reload } = useQuery(LIST, { query: comicId ? { comic_id: comicId } : {} })
  if (!data && error)
    return html`<${ErrorLook} what="The release rules could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${2} label="Loading the release rules" />`
  const isOwn = ({ comic_id }: ReleaseRule) => comicId === undefined || comic_id === comicId
  const own = data.rules.filter(isOwn)
  const general = data.rules.filter((rule) => !isOwn(rule))
  const add = (rule: RuleFields) =>
    saved(() => call('POST /api/config/release-rules', { body: withSeries(rule, comicId) }))
  return html`
    <div class="rules">
      ${
        own.length === 0
          ? html`<p class="rules-none">${comicId ? 'No rules for this series.' : 'No release rules. Without them the format, size and indexer order decide.'}</p>`
          : html`<ul class="rule-list" aria-label="Release rules">${own.map((rule) => html`<${RuleRow} key=${rule.rule_id} rule=${rule} comicId=${comicId} />`)}</ul>`
      }
      <${RuleForm} rule=${NEW} hasScope=${comicId === undefined} word="Add rule" onSave=${add} />
      ${
        general.length > 0 &&
        html`
          <h4 class="rules-general">From Settings</h4>
          <ul class="rule-list" aria-label="Rules from Settings">
            ${general.map((rule) => html`<li key=${rule.rule_id} class="rule" data-quiet><${RuleLine} rule=${rule} /></li>`)}
          </ul>
        `
      }
    </div>
  `
}

function RuleRow({ rule, comicId }: { rule: ReleaseRule; comicId: string | undefined }) {
  const [editing, setEditing] = useState(false)
  const { rule_id } = rule
  const name = ruleName(rule)
  const change = async (fields: RuleFields) => {
    const { scope, comic_id } = rule.scope === 'series' ? rule : { scope: fields.scope, comic_id: null }
    const refusal = await saved(() =>
      call('PUT /api/config/release-rules/:rule_id', { params: { rule_id }, body: { ...fields, scope, comic_id } }),
    )
    if (refusal === undefined) setEditing(false)
    return refusal
  }
  const remove = async () => {
    const refusal = await saved(() => call('DELETE /api/config/release-rules/:rule_id', { params: { rule_id } }))
    if (refusal !== undefined) return showToast(refusal, { kind: 'error' })
    const { match, text, scope, comic_id, level, score } = rule
    const back = { match, text, scope, comic_id, level, score }
    const undo = () => saved(() => call('POST /api/config/release-rules', { body: back }))
    showToast(`Rule for ${name} deleted`, { action: { label: 'Undo', run: undo } })
  }
  if (editing) {
    const hasScope = comicId === undefined && rule.scope !== 'series'
    return html`<li class="rule"><${RuleForm} rule=${rule} hasScope=${hasScope} word="Save" onSave=${change} onClose=${() => setEditing(false)} /></li>`
  }
  return html`
    <li class="rule">
      <${RuleLine} rule=${rule} isLinked=${comicId === undefined} />
      <${Button} size="small" kind="quiet" icon="pencil" label=${`Edit the rule for ${name}`} onClick=${() => setEditing(true)} />
      <${Button} size="small" kind="quiet" icon="trash" label=${`Delete the rule for ${name}`} onClick=${remove} />
    </li>
  `
}

function RuleLine({ rule, isLinked }: { rule: ReleaseRule; isLinked?: boolean }) {
  const { level, score, comic_id } = rule
  const [match, applies] = ruleFacts(rule)
  const tone = level === 'must_not' || (level === 'score' && score < 0) ? 'against' : 'for'
  return html`
    <b class="rule-effect" data-tone=${tone}>${effectWords(rule)}</b>
    <div class="rule-what">
      <span class="rule-name">${ruleName(rule)}</span>
      <small class="rule-facts">
        <span>${match}</span>
        ${isLinked && comic_id ? html`<a href=${seriesPath(comic_id)}>${applies}</a>` : html`<span>${applies}</span>`}
      </small>
    </div>
  `
}

const withSeries = (rule: RuleFields, comicId: string | undefined) =>
  comicId === undefined ? rule : { ...rule, scope: 'series' as const, comic_id: comicId }

/** Sends a change; returns the refusal as a sentence. */
async function saved(send: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await send()
    invalidate(LIST)
    return undefined
  } catch (error) {
    return error instanceof ApiError ? error.detail : String(error)
  }
}
