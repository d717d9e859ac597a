import type { Rule } from '../rule'

export const annualRule: Rule = ({ reading, target }) => {
  if (reading.week || reading.kin === 'other') return undefined
  if (target.annual && !reading.annual && !reading.annualsToo && !namesAnnual(reading.series)) {
    return { code: 'rejected.annual_mismatch', message: 'Regular issue; the annual is wanted' }
  }
  if (reading.kin === 'annual') {
    return { code: 'rejected.annual_mismatch', message: 'Annual; a regular issue is wanted' }
  }
  const ours = target.annualYears
  if (target.annual && reading.annual_year !== '' && ours.length > 0 && !ours.includes(Number(reading.annual_year))) {
    const message = `Annual of ${reading.annual_year}; the annual of ${ours[0]} is wanted`
    return { code: 'rejected.annual_mismatch', message }
  }
  return undefined
}

export const namesAnnual = (series: string) => /\bannuals?\b/i.test(series)
