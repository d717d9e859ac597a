import { html } from '../../../html'

const WORDS: readonly (readonly [word: string, means: string])[] = [
  ['$Series', 'Name of the series'],
  ['$series', 'The same in lower case'],
  ['$Publisher', 'Publisher'],
  ['$Imprint', 'Imprint of the publisher'],
  ['$Year', 'Year of the first issue; in file names, of the issue'],
  ['$VolumeY', 'V and the year: V2015'],
  ['$VolumeN', 'V and the run: V2'],
  ['$Type', 'TPB, HC, One-Shot; nothing for single issues'],
  ['$Issue', 'Number; c034 for a chapter, v05 for a volume'],
  ['$Annual', 'The word Annual, of annuals'],
  ['$Title', 'Title of the issue'],
  ['$month', 'Month on the cover: 05'],
  ['$monthname', 'The same as a word: May'],
]

/** The placeholders of a template. Those from $Issue on are for files only. */
export function NameWords() {
  return html`
    <dl class="name-words">
      ${WORDS.map(([word, means]) => html`<div key=${word}><dt><code>${word}</code></dt><dd>${means}</dd></div>`)}
    </dl>
  `
}
