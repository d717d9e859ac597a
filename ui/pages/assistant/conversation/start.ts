import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { Icon } from '../../../parts/icons/icon'

/** The content of a new chat: an introduction, and example questions about this library. */
export function Start({ onAsk }: { onAsk: (text: string) => void }) {
  const { data } = useQuery('GET /api/ai/status')
  const examples = useExamples()
  return html`
    <div class="start">
      <h2>Ask about your library</h2>
      <p>${data?.model || 'Your model'} reads your library to answer. Nothing changes until you confirm it.</p>
      <ul class="start-examples" aria-label="Examples">
        ${examples.map(
          (text) => html`
            <li key=${text}>
              <button type="button" onClick=${() => onAsk(text)}><span>${text}</span><${Icon} name="arrow-right" size="small" /></button>
            </li>
          `,
        )}
      </ul>
    </div>
  `
}

const ALWAYS = [
  'What was added to my library recently?',
  'What is released this week?',
  'Which wanted issues are still missing?',
]

/** Questions that this library can answer: about a series with gaps and the largest publisher. */
function useExamples(): string[] {
  const facets = useQuery('GET /api/series/facets').data
  const gaps = useQuery('GET /api/series', {
    query: { progress: 'missing', sort: 'progress', order: 'desc', limit: 1 },
  })
  if (!facets || gaps.loading) return []
  const [series] = gaps.data && !Array.isArray(gaps.data) ? gaps.data.comics : []
  const [publisher] = facets.publishers.flatMap(({ publisher }) => publisher ?? [])
  const gapQuestions = series ? ['Which series have gaps?', `Which issues of ${series.ComicName} are missing?`] : []
  return [...gapQuestions, ...(publisher ? [`Which series by ${publisher} do I have?`] : []), ...ALWAYS].slice(0, 4)
}
