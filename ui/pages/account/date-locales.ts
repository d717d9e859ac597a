/** Languages for dates and numbers. The texts of the pages are English in all of them. */
const LOCALES = [
  'en-GB',
  'en-US',
  'en-AU',
  'en-CA',
  'cs-CZ',
  'da-DK',
  'de-DE',
  'de-AT',
  'de-CH',
  'el-GR',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-FR',
  'fr-CA',
  'hu-HU',
  'id-ID',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'ru-RU',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'vi-VN',
  'zh-CN',
  'zh-TW',
]

/** The choices, by name in English, with the saved one even where the list lacks it. '' follows the browser. */
export function localeChoices(saved: string | null): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
  const all = saved === null || LOCALES.includes(saved) ? LOCALES : [...LOCALES, saved]
  const named = all.map((value) => ({ value, label: names.of(value) ?? value }))
  return [{ value: '', label: 'As in this browser' }, ...named.toSorted((a, b) => a.label.localeCompare(b.label, 'en'))]
}
