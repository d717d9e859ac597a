import type { Clock, Random } from '../../../base/platform/ports'
import { countWords } from '../../../base/platform/words'
import { Refusal } from '../../../base/refusal'
import type { Database, ReadHandle } from '../../../base/storage/database'
import type { ContentType } from '../../../library/series/states'
import { findSeries } from '../../../library/series/store'
import { releaseFormats } from '../states'
import { hitWords } from '../verdict/ranking'
import { ruleRejections } from '../verdict/rules/words'
import { foldedText, hitsOf, ruleSubject, rulesForName, scoreOf } from './rule-set'
import type { ChangedRule, NameScore, NewRule, ReleaseRuleView, TestedName } from './schema'
import { groupIn, readRules, sameRule } from './series-rules'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  /** The minimum score for automatic downloads. */
  leastScore: (kind: ContentType) => number | null
}

const MOST_RULES = 500
const MOST_TEXT = 100
const NAMES = { word: 'word', group: 'group', format: 'format' } as const

/** Preferred, required and blocked words, groups and formats of releases. */
export class ReleaseRules {
  constructor(private readonly deps: Deps) {}

  /** All rules, or those that apply to a series. */
  list(comicId?: string): { rules: ReleaseRuleView[] } {
    const { read } = this.deps.db
    if (comicId === undefined) return { rules: store.allRules(read).map((row) => viewOf(read, row)) }
    const { content_type } = seriesOf(read, comicId)
    const general = store.listRules(read).filter(({ scope }) => scope === 'all' || scope === content_type)
    return { rules: [...store.listRules(read, comicId), ...general].map((row) => viewOf(read, row)) }
  }

  add(body: NewRule): { success: true; rule: ReleaseRuleView } {
    const { db, clock, random } = this.deps
    return db.write((tx) => {
      if (store.allRules(tx).length >= MOST_RULES)
        throw new Refusal('conflict', `At most ${countWords(MOST_RULES, 'release rule')} can be saved.`)
      const made = { rule_id: random.id(), added_at: clock.now(), comic_id: null, score: 0 }
      const row = checkedRule(tx, { ...made, ...withoutUndefined(body) } as store.RuleRow)
      store.saveRule(tx, row)
      return { success: true, rule: viewOf(tx, row) }
    })
  }

  change(ruleId: string, body: ChangedRule): { success: true; rule: ReleaseRuleView } {
    return this.deps.db.write((tx) => {
      const before = found(tx, ruleId)
      const row = checkedRule(tx, { ...before, ...withoutUndefined(body) } as store.RuleRow)
      store.saveRule(tx, row)
      return { success: true, rule: viewOf(tx, row) }
    })
  }

  remove(ruleId: string): { success: true } {
    this.deps.db.write((tx) => {
      found(tx, ruleId)
      store.removeRule(tx, ruleId)
    })
    return { success: true }
  }

  /** Score of a release name for a series, or for series of a kind. */
  test({ title, comic_id, kind: asked }: TestedName): NameScore {
    const { db, clock, leastScore } = this.deps
    const series = comic_id ? seriesOf(db.read, comic_id) : undefined
    const kind = series?.content_type ?? asked ?? 'comic'
    const scan_group = groupIn(title, kind, clock.now())
    const ruled = readRules(db.read)({ comic_id: series?.comic_id ?? null, kind })
    const rules = series ? rulesForName(ruled, series.name) : ruled
    const subject = ruleSubject(title, scan_group)
    const hits = hitsOf(rules, subject)
    const rejections = ruleRejections(rules, subject)
    const [score, minimum] = [scoreOf(hits), leastScore(kind)]
    const isTooLow = minimum !== null && score < minimum
    return {
      group: scan_group,
      format: subject.format,
      score,
      minimum,
      result: rejections.length > 0 ? 'rejected' : isTooLow ? 'manual' : 'accepted',
      lines: [
        ...rejections.map(({ level, message }) => ({ level, score: 0, text: message })),
        ...hits.map((hit) => ({ level: 'score' as const, score: hit.score, text: hitWords(hit) })),
      ],
    }
  }
}

function found(db: ReadHandle, ruleId: string): store.RuleRow {
  const row = store.findReleaseRule(db, ruleId)
  if (!row) throw new Refusal('missing', 'This release rule was deleted.')
  return row
}

function seriesOf(db: ReadHandle, comicId: string) {
  const series = findSeries(db, comicId)
  if (!series) throw new Refusal('missing', `Series ${comicId} is not in the library.`)
  return series
}

function viewOf(db: ReadHandle, { added_at: _added, ...row }: store.RuleRow): ReleaseRuleView {
  return { ...row, series: row.comic_id === null ? null : (findSeries(db, row.comic_id)?.name ?? null) }
}

/** The row to save. Throws Refusal when it is invalid, or when another rule is about the same text. */
function checkedRule(db: ReadHandle, row: store.RuleRow): store.RuleRow {
  const { match, scope, level } = row
  const text = match === 'format' ? row.text.trim().toLowerCase() : row.text.trim().replace(/\s+/g, ' ')
  if (foldedText(text) === '' || text.length > MOST_TEXT)
    throw new Refusal('invalid', `The ${NAMES[match]} must have letters or digits, ${MOST_TEXT} characters at most.`)
  if (match === 'format' && !releaseFormats.some((format) => format === text))
    throw new Refusal('invalid', `Unknown format ${text}. Use one of ${releaseFormats.join(', ')}.`)
  if (text.includes(',')) throw new Refusal('invalid', 'Add one rule for each word, without commas.')
  if (scope === 'series' && row.comic_id === null) throw new Refusal('invalid', 'Choose the series of this rule.')
  const comic_id = scope === 'series' ? seriesOf(db, row.comic_id as string).comic_id : null
  const made = { ...row, text, comic_id, score: level === 'score' ? row.score : 0 }
  const same = sameRule(db, made)
  if (same && same.rule_id !== row.rule_id)
    throw new Refusal('conflict', `There is already a rule for the ${NAMES[match]} ${same.text}.`)
  return made
}

const withoutUndefined = <T extends object>(body: T): Partial<T> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Partial<T>
