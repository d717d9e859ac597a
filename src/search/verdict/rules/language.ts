import type { Rule } from '../rule'

export const language: Rule = ({ reading, target }) => {
  if (reading.language === '') return undefined
  const wanted = target.languages.length > 0 ? target.languages : [(target.wanted.language ?? 'en').toLowerCase()]
  if (wanted.includes(reading.language)) return undefined
  const raw = reading.language === 'raw'
  if (raw && wanted.includes('ja')) return undefined
  return {
    code: 'rejected.language_mismatch',
    message: raw ? 'It is in the language of the original.' : `Its language is ${reading.language}.`,
  }
}
