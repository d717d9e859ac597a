/** The months in the languages of most magazines, whole or cut. */
const MONTHS = [
  'jan(?:uary|uar|v|vier|eiro)?|jänner|ene(?:ro)?|gen(?:naio)?',
  'feb(?:ruary|ruar|rero|braio)?|fév(?:r|rier)?|fev(?:ereiro)?',
  'mar(?:ch|s|zo|ço)?|märz?',
  'apr(?:il|ile)?|avr(?:il)?|abr(?:il)?',
  'may|mai|mayo|maio|mag(?:gio)?',
  'june?|juni|juin|junio|junho|giu(?:gno)?',
  'july?|juli|juil(?:let)?|julio|julho|lug(?:lio)?',
  'aug(?:ust)?|août|aout|ago(?:sto)?',
  'sept?(?:ember|embre|tiembre)?|set(?:embro|tembre)?',
  'oct(?:ober|obre|ubre)?|okt(?:ober)?|out(?:ubro)?|ott(?:obre)?',
  'nov(?:ember|embre|iembre|embro)?',
  'dec(?:ember)?|dez(?:ember|embro)?|déc(?:embre)?|dic(?:iembre|embre)?',
].map((names) => new RegExp(`^(?:${names})$`, 'iu'))

const YEAR = '(?<year>(?:19|20)\\d\\d)'
const IN_DIGITS = new RegExp(
  `(?<!\\d)${YEAR}[-._ ](?<month>0[1-9]|1[0-2])(?:[-._ ](?<day>0[1-9]|[12]\\d|3[01]))?(?!\\d)`,
)
const MONTH_FIRST = new RegExp(`(?:(?<day>\\d{1,2})[-._ ]+)?(?<word>\\p{L}{3,10})[-._, ]+${YEAR}(?!\\d)`, 'u')
const YEAR_FIRST = new RegExp(`(?<!\\d)${YEAR}[-._, ]+(?<word>\\p{L}{3,10})(?![\\p{L}])`, 'u')

/** The publication month of a magazine issue, `2023-05`, or the day, `2023-05-14`; undefined when none is named. */
export function dateInName(name: string): string | undefined {
  for (const pattern of [IN_DIGITS, MONTH_FIRST, YEAR_FIRST]) {
    const { year, month = '', word, day } = pattern.exec(name)?.groups ?? {}
    const at = word === undefined ? Number(month) : MONTHS.findIndex((names) => names.test(word)) + 1
    if (year === undefined || at < 1) continue
    return [year, at, ...(day === undefined ? [] : [Number(day)])].map((part) => `${part}`.padStart(2, '0')).join('-')
  }
  return undefined
}
