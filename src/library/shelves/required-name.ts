import { Refusal } from '../../base/refusal'

/** The name without spaces at its ends. Throws Refusal 'invalid' when nothing is left. */
export function requiredName(text: string): string {
  const name = text.replace(/\s+/g, ' ').trim()
  if (name === '') throw new Refusal('invalid', 'The name is empty. Enter one.')
  return name
}
