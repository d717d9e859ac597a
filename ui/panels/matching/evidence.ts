import './evidence.css'
import { html } from '../../html'
import { Icon } from '../../parts/icons/icon'

export type EvidenceProps = { evidence: readonly string[]; against: readonly string[] }

/** The evidence for and against a match, each with its mark. */
export function Evidence({ evidence, against }: EvidenceProps) {
  return html`
    <ul class="evidence">
      ${evidence.map((line) => {
        const isAgainst = against.includes(line)
        return html`
          <li key=${line} data-against=${isAgainst || undefined}>
            <${Icon} name=${isAgainst ? 'alert' : 'check'} size="small" label=${isAgainst ? 'Against' : 'For'} />${line}
          </li>
        `
      })}
    </ul>
  `
}

/** "Saga (2012)" */
export const nameAndYear = (name: string, year: number | null): string => (year === null ? name : `${name} (${year})`)
