import { judge, type Verdict } from './judge'
import { type KnownRelease, type Limits, type Release, targetOf, type WantedFacts } from './wanted'

interface Question {
  id?: unknown
  wanted?: WantedFacts
  release?: Release
  config?: Limits | null
  known?: KnownRelease
}

/**
 * One question `{id, wanted, release, config}` in JSON as one verdict in JSON, for programs that judge in bulk. What is
 * no question gets `error.evaluation_exception` with a sentence, so that answers stay beside their questions.
 */
export function judgeLine(line: string, year: number): string {
  let question: Question = {}
  try {
    question = asObject(JSON.parse(line))
    const { wanted, release, config, known } = question
    if (typeof wanted?.series !== 'string' || typeof release?.title !== 'string') {
      return answer(question, failed('It takes {"wanted": {"series": …}, "release": {"title": …}}.'))
    }
    const issue = String(wanted.issue ?? '')
    const kind = wanted.kind === 'manga' ? 'manga' : 'comic'
    return answer(question, judge(targetOf({ ...wanted, kind, issue }, config ?? {}), release, year, known))
  } catch (error) {
    const unread = error instanceof SyntaxError
    return answer(question, failed(unread ? 'The line is no JSON.' : 'A field is not of the kind it should be.'))
  }
}

function asObject(value: unknown): Question {
  return typeof value === 'object' && value !== null ? value : {}
}

function answer({ id }: Question, verdict: Verdict): string {
  const { accepted, reason_code, overrideable, reasons, match_kind, satisfies } = verdict
  // By hand, since only the texts need care: JSON.stringify of the whole took a quarter of all time.
  const reasonsJson = reasons.map(({ code, message }) => `{"code":"${code}","message":${JSON.stringify(message)}}`)
  return (
    `{"id":${JSON.stringify(id ?? null)},"accepted":${accepted},"reason_code":"${reason_code}"` +
    `,"overrideable":${overrideable},"reasons":[${reasonsJson}],"match_kind":"${match_kind}"` +
    `,"satisfies":${satisfies.length === 0 ? '[]' : JSON.stringify(satisfies)}}`
  )
}

function failed(message: string): Verdict {
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
