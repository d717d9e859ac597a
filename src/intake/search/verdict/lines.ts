import type { ReleaseRule } from '../rules/rule-set'
import { ruleLevels, ruleMatches } from '../states'
import { judgeRelease, type ReleaseVerdict } from './judge'
import { type KnownRelease, type OfferedRelease, type ReleaseLimits, targetOf, type WantedFacts } from './wanted'

interface Question {
  id?: unknown
  wanted?: WantedFacts
  release?: OfferedRelease
  config?: ReleaseLimits | null
  known?: KnownRelease
}

/**
 * Answers one question `{id, wanted, release, config}` in JSON with one verdict in JSON, for programs that judge in
 * bulk. An invalid question gets `error.evaluation_exception` with a sentence, so that answers stay aligned with their
 * questions.
 */
export function judgeLine(line: string, year: number): string {
  let question: Question = {}
  try {
    question = asObject(JSON.parse(line))
    const { wanted, release, config, known } = question
    if (typeof wanted?.series !== 'string' || typeof release?.title !== 'string') {
      return answer(question, failed('Expected {"wanted": {"series": …}, "release": {"title": …}}.'))
    }
    const issue = String(wanted.issue ?? '')
    const kind = wanted.kind === 'manga' ? 'manga' : 'comic'
    const limits = { ...config, rules: rulesIn(config?.rules) }
    return answer(question, judgeRelease(targetOf({ ...wanted, kind, issue }, limits), release, year, known))
  } catch (error) {
    const unread = error instanceof SyntaxError
    return answer(question, failed(unread ? 'The line is not JSON.' : 'A field has the wrong type.'))
  }
}

/** `{match, text, level, score}` each. Only `text` is required; the rule is then a word without a score. */
function rulesIn(rules: unknown): ReleaseRule[] | null {
  if (rules === undefined || rules === null) return null
  if (!Array.isArray(rules)) throw new TypeError('no list of rules')
  return rules.map((rule) => {
    const { match = 'word', text, level = 'score', score = 0 } = asObject(rule) as Partial<ReleaseRule>
    const isRule = typeof text === 'string' && typeof score === 'number'
    if (!isRule || !ruleMatches.includes(match) || !ruleLevels.includes(level)) throw new TypeError('no rule')
    return { match, text, level, score }
  })
}

function asObject(value: unknown): Question {
  return typeof value === 'object' && value !== null ? value : {}
}

function answer({ id }: Question, verdict: ReleaseVerdict): string {
  const { accepted, reason_code, overrideable, reasons, match_kind, satisfies, score, hits } = verdict
  // Written by hand, since only the texts need escaping: JSON.stringify of the whole took a quarter of the time.
  const reasonsJson = reasons.map(({ code, message }) => `{"code":"${code}","message":${JSON.stringify(message)}}`)
  // Only for questions with rules that have a score.
  const scored = score === undefined ? '' : `,"score":${score},"hits":${JSON.stringify(hits)}`
  return (
    `{"id":${JSON.stringify(id ?? null)},"accepted":${accepted},"reason_code":"${reason_code}"` +
    `,"overrideable":${overrideable},"reasons":[${reasonsJson}],"match_kind":"${match_kind}"` +
    `,"satisfies":${satisfies.length === 0 ? '[]' : JSON.stringify(satisfies)}${scored}}`
  )
}

function failed(message: string): ReleaseVerdict {
  const code = 'error.evaluation_exception'
  return {
    accepted: false,
    reason_code: code,
    overrideable: false,
    reasons: [{ code, message }],
    match_kind: 'none',
    satisfies: [],
  }
}
