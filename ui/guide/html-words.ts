const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** The text of the guide's HTML, without its tags. */
export function wordsOf(html: string): string {
  const text = html
    .replaceAll(/<\/(?:p|li|t[dh]|pre)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (one) => ENTITIES[one] ?? one)
  return text.replaceAll(/\s+/g, ' ').trim()
}
