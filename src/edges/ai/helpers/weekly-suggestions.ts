import { Type } from 'typebox'
import { normalNumber } from '../../../base/names/numbers'
import { matchKey } from '../../../base/names/titles'
import { plus } from '../../../base/platform/clock'
import type { Clock } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Handler, Operations, Tools } from '../../../base/work/operations'
import type { ReleasesReply } from '../../../collecting/weekly/schema'
import { type HelperModel, lineOfModel } from './helper-model'
import type { SuggestionsReply } from './schema'
import { SUGGEST_WEEK } from './states'
import { keepSuggestions, latestSeries, suggestionsAfter } from './weekly-suggestions-store'

interface Deps {
  db: Database
  clock: Clock
  operations: Operations
  model: HelperModel
  /** Releases of the current week. */
  thisWeek: () => Pick<ReleasesReply, 'first' | 'releases'>
}

type Release = ReleasesReply['releases'][number]
type Listed = Release & { release_id: number }

const DAY_MS = 86_400_000
const MOST_SUGGESTIONS = 5
/** A whole week may list 300 books; those of publishers that the user collects are listed first. */
const MOST_RELEASES = 120
const MOST_SERIES = 60

const Reply = Type.Object({
  suggestions: Type.Array(Type.Object({ release: Type.Integer(), reason: Type.String() })),
})

const INSTRUCTIONS = [
  `You choose up to ${MOST_SUGGESTIONS} of this week's comics for a reader, by what the reader collects.`,
  'Choose from "releases" alone, by the number of the release, and give a reason of at most 20 words for each.',
  'Reply with {"suggestions":[{"release":3,"reason":"…"}]}. Suggest fewer, or none, where nothing fits.',
].join('\n')

/** Comics of the week that fit the library, chosen by the model once a day. */
export class WeeklySuggestions implements Handler {
  constructor(private readonly deps: Deps) {}

  /** The stored suggestions of the last day that are still in the week's list. */
  list(): SuggestionsReply {
    const { db, clock, model, thisWeek } = this.deps
    const row = model.isOn('ai_weekly_suggestions') ? suggestionsAfter(db.read, plus(clock.now(), -DAY_MS)) : undefined
    if (!row) return { suggestions: [] }
    const { first, releases } = thisWeek()
    if (first !== row.first) return { suggestions: [] }
    const open = new Map(releases.filter(isOpen).map((release) => [keyOfRelease(release), release]))
    return {
      suggestions: row.suggestions.flatMap((suggestion) => {
        const release = open.get(keyOfRelease(suggestion))
        if (!release) return []
        const { series, number, publisher, comic_id, release_id } = release
        const { reason } = suggestion
        return { comic_name: series, publisher, reason, resolved_comic_id: comic_id, release_id, number }
      }),
    }
  }

  /** Starts a run when the suggestions are a day old or of another week, or when forced. */
  begin(isForced = false): void {
    const { db, clock, operations, model, thisWeek } = this.deps
    if (!model.isOn('ai_weekly_suggestions') || operations.active(SUGGEST_WEEK).length > 0) return
    const row = suggestionsAfter(db.read, plus(clock.now(), -DAY_MS))
    if (isForced || row?.first !== thisWeek().first)
      operations.enqueue({ kind: SUGGEST_WEEK, subject: 'week', payload: {} })
  }

  async run(_payload: unknown, { signal }: Tools): Promise<{ suggestions: number } | undefined> {
    const { db, clock, model, thisWeek } = this.deps
    const { first, releases } = thisWeek()
    const collected = latestSeries(db.read, MOST_SERIES)
    const publishers = new Set(collected.map(({ publisher }) => publisher?.toLowerCase()))
    const isStrange = ({ publisher }: Release) => Number(!publishers.has(publisher?.toLowerCase()))
    const open = releases
      .filter(isOpen)
      .toSorted((a, b) => isStrange(a) - isStrange(b))
      .slice(0, MOST_RELEASES)
    if (open.length === 0 || collected.length === 0) return undefined
    const answer = await model.ask({
      helper: 'ai_weekly_suggestions',
      feature: 'pulllist',
      description: 'Suggestions for the week',
      instructions: INSTRUCTIONS,
      data: {
        collected: collected.map(({ name, publisher }) => ({ series: name, publisher })),
        releases: open.map(({ series, number, publisher, title }, at) => ({
          release: at + 1,
          series,
          number,
          publisher,
          title,
        })),
      },
      reply: Reply,
      maxTokens: 600,
      signal,
    })
    if ('failure' in answer) return undefined
    const chosen = new Map<Listed, string>()
    for (const { release, reason } of answer.ok.suggestions) {
      const listed = open[release - 1]
      if (listed && !chosen.has(listed) && chosen.size < MOST_SUGGESTIONS) chosen.set(listed, lineOfModel(reason, 200))
    }
    const suggestions = [...chosen].map(([{ series, number }, reason]) => ({ series, number, reason }))
    db.write((tx) => {
      keepSuggestions(tx, first, suggestions, clock.now())
      tx.emit({ type: 'releases.changed' })
    })
    return { suggestions: suggestions.length }
  }
}

/** Whether the release is neither owned nor wanted. */
const isOpen = (release: Release): release is Listed =>
  release.release_id !== null && !release.owned && !release.want && release.status === 'Skipped'

const keyOfRelease = ({ series, number }: { series: string; number: string }) =>
  `${matchKey(series)} ${normalNumber(number)}`
