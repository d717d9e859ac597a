import { html } from '../../../html'

export type QuestionBubbleProps = { text: string; pictures: readonly { url: string; name: string }[] }

/** A question of the user, as it was typed. */
export function QuestionBubble({ text, pictures }: QuestionBubbleProps) {
  return html`
    <h2 class="unseen">You</h2>
    ${
      pictures.length > 0 &&
      html`
        <ul class="message-pictures" aria-label="Images">
          ${pictures.map(({ url, name }) => html`<li key=${url}><a href=${url} target="_blank" rel="noopener"><img src=${url} alt=${name} /></a></li>`)}
        </ul>
      `
    }
    ${text && html`<p class="bubble">${text}</p>`}
  `
}
