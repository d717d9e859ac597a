import './formatted-text.css'
import { type ComponentChildren, html, useMemo } from '../../../html'
import { type Block, blocksOf, type Inline, type ListItem } from './blocks'

/** A reply with its paragraphs, lists and code. The text is drawn as elements and never parsed as HTML. */
export function FormattedText({ text }: { text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text])
  return html`<div class="reply-text">${blocks.map(drawBlock)}</div>`
}

function drawBlock(block: Block) {
  switch (block.is) {
    case 'code':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>`
    case 'heading':
      return html`<p class="reply-heading">${block.parts.map(drawInline)}</p>`
    case 'list':
      return block.ordered
        ? html`<ol start=${block.start}>${block.items.map(drawItem)}</ol>`
        : html`<ul>${block.items.map(drawItem)}</ul>`
    case 'paragraph':
      return html`<p>${block.lines.map((line, at) => [at > 0 && html`<br />`, line.map(drawInline)])}</p>`
  }
}

const drawItem = ({ depth, parts }: ListItem) =>
  html`<li data-depth=${depth || undefined}>${parts.map(drawInline)}</li>`

function drawInline(part: Inline): ComponentChildren {
  switch (part.is) {
    case 'text':
      return part.text
    case 'code':
      return html`<code>${part.text}</code>`
    case 'bold':
      return html`<strong>${part.parts.map(drawInline)}</strong>`
    case 'italic':
      return html`<em>${part.parts.map(drawInline)}</em>`
    case 'link':
      return html`<a href=${part.href}>${part.text}</a>`
  }
}
