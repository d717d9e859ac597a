import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The locale for dates and numbers in a sentence: that of the reader whose request is being answered. Sentences outside
 * a request (log lines, notes of jobs) use the English of the texts.
 */

const OWN = 'en-GB'
/** A browser lists a handful of languages; the rest of a longer header was not sent by one. */
const MOST_TAGS = 10
const MOST_LETTERS = 35
/** Formatters kept at once, so that a stranger's made-up languages cannot fill the memory. */
const MOST_KEPT = 64

const current = new AsyncLocalStorage<string>()
const made = new Map<string, unknown>()

/**
 * Runs `answer` with dates and numbers in the format that the request's `Accept-Language` names; absent or invalid: the
 * default.
 */
export function inLocaleOf<T>(acceptLanguage: string | null, answer: () => T): T {
  return current.run(wantedLocale(acceptLanguage), answer)
}

/** `de-AT,de;q=0.9` → `de-AT`: the first language that can be formatted; a weight of 0 excludes one. */
function wantedLocale(acceptLanguage: string | null): string {
  if (!acceptLanguage) return OWN
  return kept(`locale ${acceptLanguage.slice(0, MOST_TAGS * MOST_LETTERS)}`, () => {
    const listed = acceptLanguage.split(',', MOST_TAGS).map((part) => {
      const [tag = '', weight] = part.split(';')
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(/^\s*q=([\d.]+)\s*$/.exec(weight)?.[1] ?? 0) }
    })
    const wanted = listed.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
    return wanted.map(({ tag }) => formattable(tag)).find((tag) => tag !== undefined) ?? OWN
  })
}

/** Without calendars and numerals (`-u-…`): the pages leave those to the browser as well. */
function formattable(tag: string): string | undefined {
  if (tag === '' || tag.length > MOST_LETTERS) return undefined
  try {
    const [locale] = Intl.NumberFormat.supportedLocalesOf(tag)
    return locale && new Intl.Locale(locale).baseName
  } catch {
    return undefined
  }
}

/** A formatter for the current reader, created once for each language: creating one costs more than a sentence. */
export function forReader<T>(key: string, make: (locale: string) => T): T {
  const locale = current.getStore() ?? OWN
  return kept(`${key} ${locale}`, () => make(locale))
}

function kept<T>(key: string, make: () => T): T {
  const known = made.get(key)
  if (known !== undefined) return known as T
  if (made.size >= MOST_KEPT) made.clear()
  const one = make()
  made.set(key, one)
  return one
}
