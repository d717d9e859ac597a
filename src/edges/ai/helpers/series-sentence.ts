import { Type } from 'typebox'
import { plus } from '../../../base/platform/clock'
import { sha256 } from '../../../base/platform/digest'
import type { Clock, Instant } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { needSeries } from '../../../library/series/need'
import type { SeriesRow } from '../../../library/series/store'
import { findSeries } from '../../../library/series/store'
import { type HelperModel, lineOfModel } from './helper-model'
import type { SentenceReply } from './schema'
import { findSentence, keepSentence } from './series-sentence-store'

interface Deps {
  db: Database
  clock: Clock
  model: HelperModel
}

const Reply = Type.Object({ sentence: Type.String() })

const INSTRUCTIONS = [
  'You write one sentence of at most 40 words that tells a reader what a comic series is.',
  'Use only the metadata that the user sends. Add no plot, people, dates or praise that it does not hold.',
  'Reply with {"sentence":"…"}.',
].join('\n')

const MOST_CHARACTERS = 400
/** How long to wait before retrying a series whose sentence could not be written. */
const REST_MS = 3_600_000

const NONE: SentenceReply = { sentence: null, model: null, made_at: null }

/** A sentence that describes a series, from its own metadata. */
export class SeriesSentences {
  /** Sentences being written: two pages that open together wait for one request. */
  private readonly writing = new Map<string, Promise<void>>()
  private readonly rested = new Map<string, { hash: string; until: Instant }>()

  constructor(private readonly deps: Deps) {}

  /**
   * Writes the sentence when there is none, or the metadata changed since. Throws Refusal 'missing' when the series
   * does not exist.
   */
  async of(comicId: string): Promise<SentenceReply> {
    const { db, model } = this.deps
    const series = needSeries(db.read, comicId)
    if (!model.isOn('ai_series_summary')) return NONE
    const facts = factsOf(series)
    // A name alone adds nothing to the page.
    if (!series.description && !series.genres?.length) return NONE
    const hash = sha256(JSON.stringify(facts))
    if (findSentence(db.read, comicId)?.facts_hash !== hash && !this.isResting(comicId, hash)) {
      const work = this.writing.get(comicId) ?? this.write(comicId, facts, hash)
      this.writing.set(comicId, work)
      await work
    }
    const row = findSentence(db.read, comicId)
    // After a change of the metadata the sentence may be wrong.
    return row?.facts_hash === hash ? { sentence: row.sentence, model: row.model, made_at: row.made_at } : NONE
  }

  private isResting(comicId: string, hash: string): boolean {
    const rest = this.rested.get(comicId)
    return rest !== undefined && rest.hash === hash && rest.until > this.deps.clock.now()
  }

  private async write(comicId: string, facts: SeriesFacts, hash: string): Promise<void> {
    const { db, clock, model } = this.deps
    try {
      const answer = await model.ask({
        helper: 'ai_series_summary',
        feature: 'enrichment',
        description: `What ${facts.name} is`,
        instructions: INSTRUCTIONS,
        data: facts,
        reply: Reply,
        maxTokens: 200,
        entity: { type: 'series', id: comicId },
      })
      const sentence = 'ok' in answer ? lineOfModel(answer.ok.sentence, MOST_CHARACTERS) : ''
      if (sentence === '') {
        this.rested.set(comicId, { hash, until: plus(clock.now(), REST_MS) })
        return
      }
      db.write((tx) => {
        // The series may have been deleted while the model wrote.
        if (!findSeries(tx, comicId)) return
        keepSentence(tx, { comic_id: comicId, sentence, facts_hash: hash, model: model.name, made_at: clock.now() })
      })
    } finally {
      this.writing.delete(comicId)
    }
  }
}

type SeriesFacts = ReturnType<typeof factsOf>

function factsOf(series: SeriesRow) {
  const { name, year, end_year, publisher, imprint, content_type, book_type, publication, age_rating } = series
  return {
    name,
    year,
    end_year,
    publisher,
    imprint,
    content_type,
    book_type,
    publication,
    age_rating,
    genres: series.genres ?? [],
    description: series.description,
  }
}
