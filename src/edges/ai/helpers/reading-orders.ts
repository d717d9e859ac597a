import { Type } from 'typebox'
import { normalNumber } from '../../../base/names/numbers'
import { matchKey } from '../../../base/names/titles'
import { Refusal } from '../../../base/refusal'
import type { ProposedIssue, ProposedMatch, ProposedOrders } from '../../../collecting/arcs/proposed-order'
import { type HelperModel, lineOfModel } from './helper-model'
import type { GeneratedIssue, GenerateReply, HelperSaveReply, SaveBody } from './schema'

interface Deps {
  model: HelperModel
  orders: () => ProposedOrders
}

const LEAST_CHARACTERS = 3
const MOST_CHARACTERS = 500
const MOST_ISSUES = 200

const Year = Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()]))
const Reply = Type.Object({
  issues: Type.Array(
    Type.Object({
      series: Type.String(),
      start_year: Year,
      number: Type.Union([Type.String(), Type.Number()]),
      year: Year,
      title: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
})

const INSTRUCTIONS = [
  'You list the comic issues of a story in the order in which they are read.',
  'The user describes the story. Name only issues that you know were published; leave out what you are unsure of.',
  'Reply with {"issues":[{"series":"…","start_year":1999,"number":"1","year":1999,"title":"…"}]}:',
  'start_year is the year in which the series began, year that of the issue. Use null where you do not know.',
].join('\n')

/** Reading orders from a description. The model proposes; our own matcher finds the issues. */
export class OrderGenerator {
  constructor(private readonly deps: Deps) {}

  /** Throws Refusal 'invalid' when the description is too short. */
  async generate(input: string, signal?: AbortSignal): Promise<GenerateReply> {
    const { model, orders } = this.deps
    const description = input.trim().slice(0, MOST_CHARACTERS)
    if (description.length < LEAST_CHARACTERS)
      throw new Refusal('invalid', `Describe the story in at least ${LEAST_CHARACTERS} characters.`)
    const answer = await model.ask({
      helper: 'ai_reading_orders',
      feature: 'storyarc',
      description: 'Reading order',
      instructions: INSTRUCTIONS,
      data: { story: description },
      reply: Reply,
      maxTokens: 4000,
      ...(signal && { signal }),
    })
    if ('failure' in answer) return failed(answer.sentence)
    const proposed = proposedOf(answer.ok.issues)
    if (proposed.length === 0) return failed('The model named no issues. Describe the story in other words.')
    const matches = orders().match(proposed)
    return { success: true, description, issues: proposed.map((issue, at) => generatedIssue(issue, at, matches[at])) }
  }

  /** Saves an order as it was shown. Its issues are matched again. */
  save({ arc_name, issues }: SaveBody): HelperSaveReply {
    const inOrder = [...issues].sort((a, b) => (a.reading_order ?? 0) - (b.reading_order ?? 0))
    const proposed = proposedOf(
      inOrder.map(({ series_name, issue_number, title, start_year, year }) => ({
        series: series_name,
        number: issue_number,
        title,
        start_year,
        year,
      })),
    )
    if (proposed.length === 0) throw new Refusal('invalid', 'issues names no issue.')
    try {
      return { success: true, arc_id: this.deps.orders().save(arc_name, proposed) }
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'conflict') return { success: false, error: error.message }
      throw error
    }
  }
}

const failed = (error: string): GenerateReply => ({ success: false, error, issues: [] })

interface NamedIssue {
  series: string
  number: string | number
  start_year?: number | string | null
  year?: number | string | null
  title?: string | null
}

/** The issues as plain, bounded text, each once. */
function proposedOf(named: readonly NamedIssue[]): ProposedIssue[] {
  const issues = new Map<string, ProposedIssue>()
  for (const each of named) {
    const series = lineOfModel(each.series, 150)
    const number = lineOfModel(String(each.number).replace(/^\s*#\s*/, ''), 20)
    const volume = yearOf(each.start_year)
    const key = `${matchKey(series)} ${volume ?? ''} ${normalNumber(number)}`
    if (matchKey(series) === '' || number === '' || issues.has(key)) continue
    const title = lineOfModel(each.title ?? '', 200) || null
    issues.set(key, { series, volume, number, title, year: yearOf(each.year) })
    if (issues.size === MOST_ISSUES) break
  }
  return [...issues.values()]
}

/** Models write years as numbers and as text. */
function yearOf(value: number | string | null | undefined): number | null {
  const year = Number(value ?? Number.NaN)
  return Number.isInteger(year) && year >= 1900 && year < 2200 ? year : null
}

function generatedIssue(issue: ProposedIssue, at: number, match: ProposedMatch | undefined): GeneratedIssue {
  return {
    series_name: match?.series.name ?? issue.series,
    issue_number: match?.issue.number ?? issue.number,
    title: match?.issue.title ?? issue.title,
    reading_order: at + 1,
    comic_id: match?.series.comic_id ?? null,
    issue_id: match?.issue.issue_id ?? null,
    verified: match !== undefined,
    library_status: statusOf(match),
    start_year: match ? match.series.year : issue.volume,
    year: issue.year,
  }
}

function statusOf(match: ProposedMatch | undefined): GeneratedIssue['library_status'] {
  if (!match) return 'not_tracked'
  if (match.has_file || match.issue.fulfillment === 'archived') return 'owned'
  return match.issue.intent === 'wanted' ? 'wanted' : 'not_tracked'
}
