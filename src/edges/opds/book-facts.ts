import type { IssueFacts } from '../../library/metadata/providers/provider'
import type { Book } from './store'

/** Metadata of an issue for both catalogs; malformed values are left out. */

export function bookWriters({ issue }: Book): string[] {
  return (issue.writer ?? '').split(',').flatMap((name) => name.trim() || [])
}

/** The release date: a day, a month or a year. */
export function issuedOn({ issue }: Book): string | undefined {
  const days = [issue.release_date, issue.issue_date, issue.digital_date]
  return days.find((day) => day !== null && /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(day)) ?? undefined
}

/** A language tag (BCP 47) with script and region at most. */
export function languageOf(
  { series }: { series: Pick<Book['series'], 'language'> },
  facts: Pick<IssueFacts, 'language'> = {},
): string | undefined {
  const language = facts.language ?? series.language
  return language && /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i.test(language) ? language : undefined
}

export function genreOf({ series }: Book): string {
  return series.content_type === 'manga' ? 'Manga' : 'Comics'
}
