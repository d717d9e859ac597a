import type { Annex, SettingsView } from '../../../base/config/annex'
import type { Config } from '../../../base/config/config'
import { options } from '../../../base/config/options'
import { parsedAs } from '../../../base/config/row-keys'
import type { Clock, Log, Random } from '../../../base/platform/ports'
import type { Database, ReadHandle, Tx } from '../../../base/storage/database'
import type { ReleaseFormat, RuleMatch } from '../states'
import { foldedText } from './rule-set'
import { sameRule } from './series-rules'
import * as store from './store'

/** Options of earlier versions that release rules have replaced: still readable and writable under their old names. */

interface Deps {
  db: Database
  clock: Clock
  random: Random
  config: Pick<Config, 'explain' | 'save'>
  log: Log
}

type Key = 'ignore_search_words' | 'preferred_quality'
const KEYS: readonly Key[] = ['ignore_search_words', 'preferred_quality']
/** Formats by the number of the option. */
const FORMATS: readonly (ReleaseFormat | undefined)[] = [undefined, 'cbr', 'cbz']
/** Score of a preferred format from before scores existed. */
const FORMAT_SCORE = 10

export class OlderReleaseOptions implements Required<Annex> {
  constructor(private readonly deps: Deps) {}

  shown(): SettingsView {
    const { read } = this.deps.db
    return { ignore_search_words: wordsOf(read), preferred_quality: qualityOf(read) }
  }

  ownsKey(key: string): boolean {
    return (KEYS as readonly string[]).includes(key)
  }

  prepare(change: SettingsView): () => Promise<unknown> {
    const asked = KEYS.filter((key) => Object.hasOwn(change, key))
    const values = asked.map((key) => [key, parsedAs(options[key], key, change[key])] as const)
    return async () => {
      const { db, config } = this.deps
      db.write((tx) => {
        for (const [key, value] of values) this.write(tx, key, value)
      })
      // Any value in config.ini, even an invalid one, must not come back at the next start.
      await config.save(Object.fromEntries(asked.map((key) => [key, options[key].default])))
    }
  }

  /**
   * Call at a start: turns options in config.ini or the environment into rules, and removes them from config.ini.
   * Existing rules about the same text stay, so an interrupted start can safely repeat this.
   */
  async move(): Promise<void> {
    const { db, config, log } = this.deps
    const words = config.explain('ignore_search_words')
    const quality = config.explain('preferred_quality')
    const texts = listOf(words.value)
    const format = FORMATS[quality.value]
    if (texts.length === 0 && format === undefined) return
    db.write((tx) => {
      for (const text of texts) this.addIfNew(tx, 'word', text, { level: 'must_not', score: 0 })
      if (format) this.addIfNew(tx, 'format', format, { level: 'score', score: FORMAT_SCORE })
    })
    log.info('search', 'older settings converted to release rules', { words: texts.length, format: format ?? null })
    const saved = {
      ...(words.source === 'config file' ? { ignore_search_words: '' } : {}),
      ...(quality.source === 'config file' ? { preferred_quality: 0 } : {}),
    }
    await config
      .save(saved)
      .catch((error) => log.warn('config', 'older settings could not be removed from config.ini', { error }))
  }

  private write(tx: Tx, key: Key, value: unknown): void {
    if (key === 'preferred_quality') this.preferFormat(tx, FORMATS[value as number])
    else this.blockWords(tx, listOf(value as string))
  }

  private blockWords(tx: Tx, texts: readonly string[]): void {
    const kept = new Set(texts.map(foldedText))
    for (const { rule_id, text } of blockedWords(tx)) if (!kept.has(foldedText(text))) store.removeRule(tx, rule_id)
    for (const text of texts) this.put(tx, 'word', text, { level: 'must_not', score: 0 })
  }

  private preferFormat(tx: Tx, format: ReleaseFormat | undefined): void {
    if (FORMATS[qualityOf(tx)] === format) return
    for (const { rule_id, text } of preferredFormats(tx)) if (text !== format) store.removeRule(tx, rule_id)
    if (format) this.put(tx, 'format', format, { level: 'score', score: FORMAT_SCORE })
  }

  private addIfNew(tx: Tx, match: RuleMatch, text: string, rest: Pick<store.RuleRow, 'level' | 'score'>): void {
    if (!sameRule(tx, this.ruleOf(match, text, rest))) this.put(tx, match, text, rest)
  }

  /** Sets the rule about the text for all series. */
  private put(tx: Tx, match: RuleMatch, text: string, rest: Pick<store.RuleRow, 'level' | 'score'>): void {
    const row = this.ruleOf(match, text, rest)
    const same = sameRule(tx, row)
    if (foldedText(text) === '' || (same?.level === row.level && same.score >= row.score)) return
    store.saveRule(tx, same ? { ...same, ...rest } : row)
  }

  private ruleOf(match: RuleMatch, text: string, rest: Pick<store.RuleRow, 'level' | 'score'>): store.RuleRow {
    const { random, clock } = this.deps
    return { rule_id: random.id(), match, text, scope: 'all', comic_id: null, ...rest, added_at: clock.now() }
  }
}

const blockedWords = (db: ReadHandle) =>
  store.listRules(db).filter(({ match, scope, level }) => match === 'word' && scope === 'all' && level === 'must_not')

const preferredFormats = (db: ReadHandle) =>
  store
    .listRules(db)
    .filter(({ match, scope, level, score }) => match === 'format' && scope === 'all' && level === 'score' && score > 0)
    .filter(({ text }) => FORMATS.some((format) => format === text))

const wordsOf = (db: ReadHandle): string =>
  blockedWords(db)
    .map(({ text }) => text)
    .join(', ')

function qualityOf(db: ReadHandle): number {
  const [best] = preferredFormats(db).sort((a, b) => b.score - a.score)
  return best ? FORMATS.indexOf(best.text as ReleaseFormat) : 0
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
