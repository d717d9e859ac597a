/** The English locale of the texts, used when the browser reports no languages. */
const OWN = 'en-GB'

let languages: string[] | undefined
const made = new Map<string, unknown>()

/** The user's languages, as the browser lists them. */
function readerLanguages(): string[] {
  languages ??= known(globalThis.navigator?.languages)
  return languages
}

/** Drops entries that are not languages, which some browsers list. */
function known(listed: readonly string[] | undefined): string[] {
  const valid = (listed ?? []).filter((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length > 0
    } catch {
      return false
    }
  })
  return valid.length > 0 ? valid : [OWN]
}

/** Sets the locale for formats; without languages, those of the browser. */
export function formatFor(listed?: readonly string[]): void {
  languages = listed && known(listed)
  made.clear()
}

/** Formatters are cached: creating one costs more than a row of a list. */
function kept<T>(key: string, make: (languages: string[]) => T): T {
  const one = (made.get(key) as T | undefined) ?? make(readerLanguages())
  made.set(key, one)
  return one
}

/** Languages whose digits are 0 to 9 in every region; others may have their own. */
const LATIN_DIGITS = /^(?:cs|da|de|el|en|es|fi|fr|hu|id|it|ja|ko|nb|nl|no|pl|pt|ro|ru|sv|tr|uk|vi)(?:-|$)/

/** Whether the reader's digits are surely 0 to 9, unless the language asks for others (`en-u-nu-arab`). */
export function hasLatinDigits(): boolean {
  const [first = OWN] = readerLanguages()
  return LATIN_DIGITS.test(first) && !first.includes('-u-')
}

export const numbers = (key: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  kept(`number ${key}`, (of) => new Intl.NumberFormat(of, options))

export const dates = (key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(`date ${key}`, (of) => new Intl.DateTimeFormat(of, options))

export const relativeTimes = (): Intl.RelativeTimeFormat =>
  kept('relative', (of) => new Intl.RelativeTimeFormat(of, { numeric: 'auto' }))

type WeekInfo = { firstDay: number }

/** The first day of the week in the user's locale, 0 for Sunday. */
export function firstWeekday(): number {
  const locale = new Intl.Locale(readerLanguages()[0] ?? OWN) as Intl.Locale & {
    getWeekInfo?: () => WeekInfo
    weekInfo?: WeekInfo
  }
  // Monday if the browser does not report one.
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
}

/** "today" → "Today" */
export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase(readerLanguages()) + text.slice(1)
