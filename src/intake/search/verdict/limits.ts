import type { Config } from '../../../base/config/config'
import type { ContentType } from '../../../library/series/states'
import type { ReleaseLimits } from './wanted'

type Settings = Pick<Config, 'get'>

/** The current release limits from the settings. */
export function releaseLimitsOf(config: Settings): ReleaseLimits {
  return {
    min_size_mb: config.get('use_minsize') ? config.get('minsize') : null,
    max_size_mb: config.get('use_maxsize') ? config.get('maxsize') : null,
    languages: listOf(config.get('search_languages')).map((language) => language.toLowerCase()),
    ignore_covers: config.get('ignore_covers'),
    reject_passworded: true,
    min_seeders: config.get('minseeds'),
    max_age_days: config.get('usenet_retention'),
  }
}

/** Minimum score of a release that is downloaded automatically; null without one. */
export function leastScore(config: Settings, kind: ContentType): number | null {
  const text = config.get(kind === 'manga' ? 'minimum_score_manga' : 'minimum_score_comics')
  return text === '' ? null : Number(text)
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
