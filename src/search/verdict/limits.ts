import type { Config } from '../../config/config'
import type { Taste } from './choose'
import type { Limits } from './wanted'

type Settings = Pick<Config, 'get'>

/** The current release limits from the settings. */
export function limitsOf(config: Settings): Limits {
  return {
    min_size_mb: config.get('use_minsize') ? config.get('minsize') : null,
    max_size_mb: config.get('use_maxsize') ? config.get('maxsize') : null,
    ignore_words: listOf(config.get('ignore_search_words')),
    languages: listOf(config.get('search_languages')).map((language) => language.toLowerCase()),
    ignore_covers: config.get('ignore_covers'),
    reject_passworded: true,
    min_seeders: config.get('minseeds'),
    max_age_days: config.get('usenet_retention'),
  }
}

const FORMATS: Record<number, Taste['format']> = { 1: 'cbr', 2: 'cbz' }

export function tasteOf(config: Settings): Taste {
  const format = FORMATS[config.get('preferred_quality')]
  return format ? { format } : {}
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
