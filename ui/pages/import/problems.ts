import { html } from '../../html'
import { countWords } from '../../parts/cover-words'

export type ProblemsProps = { problems: readonly { path: string; problem: string }[]; total: number }

/** Files that could not be read, each with the reason. They stay where they are. */
export function Problems({ problems, total }: ProblemsProps) {
  if (problems.length === 0) return null
  const more = total - problems.length
  return html`
    <details class="import-problems">
      <summary>${countWords(total, 'file')} could not be read</summary>
      <ul>
        ${problems.map(({ path, problem }) => html`<li key=${path}><code>${path}</code><span>${problem}</span></li>`)}
      </ul>
      ${more > 0 && html`<p>And ${more.toLocaleString('en')} more.</p>`}
    </details>
  `
}
