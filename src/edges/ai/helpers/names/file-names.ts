import { type Static, Type } from 'typebox'
import { normalNumber } from '../../../../base/names/numbers'
import type { Clock } from '../../../../base/platform/ports'
import { countWords } from '../../../../base/platform/words'
import type { Database, ReadHandle } from '../../../../base/storage/database'
import type { Handler, Operations, Tools } from '../../../../base/work/operations'
import type { NameSuggestion, UnclearFile } from '../../../../intake/imports/name-suggestions'
import { issueFor, suggestSeries } from '../../../../library/recognition/service'
import type { ContentType } from '../../../../library/series/states'
import { type HelperModel, isLasting } from '../helper-model'
import { READ_NAMES } from '../states'
import { candidateFinder } from './candidates'
import { type CandidateRow, keepNames, knownNames, type NameRow, seriesOfKind, seriesReadFromName } from './names-store'

interface Deps {
  db: Database
  clock: Clock
  operations: Operations
  model: HelperModel
  /** Unclear files of the import folder and of scans. */
  unclear: () => UnclearFile[]
}

/** Names per request. */
const AT_ONCE = 20
/** Minimum score of our own matcher for a series that the model named freely. */
const CONFIRMED = 80
/** Confidence below that of our own matches: with the issue, and with the series alone. */
const CONFIDENCE = { issue: 60, series: 40 } as const

const Reply = Type.Object({
  files: Type.Array(
    Type.Object({
      file: Type.Integer(),
      candidate: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      series: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      year: Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()])),
      number: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
    }),
  ),
})
type ReadName = Static<typeof Reply>['files'][number]

const INSTRUCTIONS = [
  'You read file names of comics. For each file say which of its candidates it belongs to, by "candidate", and its issue number.',
  'Where no candidate is right, give the name of the series and the year in which it began, as far as the file name says so.',
  'Take the number from the file name. Use null for what you do not know; a wrong answer is worse than none.',
  'Reply with {"files":[{"file":1,"candidate":2,"series":null,"year":null,"number":"12"}]}.',
].join('\n')

interface Question {
  file: UnclearFile
  candidates: readonly CandidateRow[]
}

/** Suggestions for file names that our own parser is unsure of. Each name is sent once. */
export class FileNames implements Handler {
  constructor(private readonly deps: Deps) {}

  /** Schedules reading when there are new names. */
  scheduleReading(): void {
    const { operations, model } = this.deps
    if (!model.isOn('ai_names') || operations.active(READ_NAMES).length > 0 || this.unread().length === 0) return
    operations.enqueue({ kind: READ_NAMES, subject: 'names', payload: {} })
  }

  async run(_payload: unknown, { signal, report }: Tools): Promise<{ names: number } | undefined> {
    const finders = new Map<ContentType, ReturnType<typeof candidateFinder>>()
    const finder = (kind: ContentType) => {
      const find = finders.get(kind) ?? candidateFinder(seriesOfKind(this.deps.db.read, kind))
      finders.set(kind, find)
      return find
    }
    const questions = this.unread()
      .map((file) => ({ file, candidates: finder(file.content_type)(file.name) }))
      .filter(({ file, candidates }) => !file.is_scanned || candidates.length > 0)
    for (let from = 0; from < questions.length; from += AT_ONCE) {
      if (signal.aborted) return undefined
      const part = questions.slice(from, from + AT_ONCE)
      if (!(await this.read(part, signal))) return { names: from }
      report((from + part.length) / questions.length)
    }
    return { names: questions.length }
  }

  /** The model's suggestion for a name; undefined when it was off, was not queried, or had none. */
  suggestionFor(file: UnclearFile): NameSuggestion | undefined {
    const { db, model } = this.deps
    if (!model.isOn('ai_names')) return undefined
    const found = seriesReadFromName(db.read, file.name)
    if (!found) return undefined
    const { comic_id, series, year, number } = found
    const issue_id = issueOf(db.read, comic_id, file, number)
    const confidence = issue_id === null ? CONFIDENCE.series : CONFIDENCE.issue
    return { comic_id, series, year, issue_id, number, confidence }
  }

  private unread(): UnclearFile[] {
    const files = new Map(this.deps.unclear().map((file) => [file.name, file]))
    const known = knownNames(this.deps.db.read, [...files.keys()])
    return [...files.values()].filter(({ name }) => !known.has(name))
  }

  /** Reads the names. False when the model failed temporarily: the names are then left for another time. */
  private async read(questions: readonly Question[], signal: AbortSignal): Promise<boolean> {
    const { db, clock, model } = this.deps
    const answer = await model.ask({
      helper: 'ai_names',
      feature: 'parsing',
      description: countWords(questions.length, 'file name'),
      instructions: INSTRUCTIONS,
      data: questions.map(({ file, candidates }, at) => ({
        file: at + 1,
        name: file.name,
        candidates: candidates.map(({ name, year }, nth) => ({ candidate: nth + 1, series: name, year })),
      })),
      reply: Reply,
      maxTokens: 100 + questions.length * 60,
      signal,
    })
    if ('failure' in answer && !isLasting(answer.failure)) return false
    const read = 'ok' in answer ? answer.ok.files : []
    const asked_at = clock.now()
    db.write((tx) => {
      const rows = questions.map(({ file, candidates }, at): NameRow => {
        const one = read.find((each) => each.file === at + 1)
        const found = one && confirmed(tx, { file, candidates }, one)
        return { name: file.name, comic_id: found?.comic_id ?? null, number: found?.number ?? null, asked_at }
      })
      keepNames(tx, rows)
      tx.emit({ type: 'inbox.changed' })
    })
    return true
  }
}

/** The confirmed part of a reply: one of our candidates, or a series that our own matcher finds by name and year. */
function confirmed(db: ReadHandle, { file, candidates }: Question, read: ReadName) {
  const number = numberIn(file.name, read.number)
  const chosen = typeof read.candidate === 'number' ? candidates[read.candidate - 1] : undefined
  if (chosen) return { comic_id: chosen.comic_id, number }
  if (typeof read.candidate === 'number' || !read.series) return undefined
  const { content_type, kind, unit } = file
  const year = Number(read.year) || null
  const item = { kind, unit, number: number ?? file.number }
  const found = suggestSeries(db, { content_type, name: read.series, year, ...item })
  return found && found.confidence >= CONFIRMED ? { comic_id: found.comic_id, number } : undefined
}

/** The number in our form, if the file name contains it. */
function numberIn(name: string, read: ReadName['number']): string | null {
  const number = normalNumber(
    String(read ?? '')
      .replace(/^\s*#/, '')
      .trim(),
  )
  const digits = /\d+/.exec(number)?.[0]
  if (number.length > 12 || digits === undefined) return null
  return new RegExp(`(?<!\\d)0*${digits}(?!\\d)`).test(name) ? number : null
}

function issueOf(db: ReadHandle, comicId: string, file: UnclearFile, number: string | null): string | null {
  const { kind, unit } = file
  return issueFor(db, comicId, { kind, unit, number: number ?? file.number }) ?? null
}
