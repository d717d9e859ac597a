const KEY = '(?:api[ _-]?key|pass ?key)s?'
const WRONG =
  '(?:invalid|wrong|incorrect|bad|missing|no|unknown|unauthori[sz]ed|expired|revoked|disabled|rejected|refused|denied|required|not (?:valid|found|recogni[sz]ed|correct|accepted|specified|given))'
const NEAR = '\\W+(?:\\w+\\W+){0,3}?'
const REFUSED = new RegExp(String.raw`\b(?:${WRONG}${NEAR}${KEY}|${KEY}${NEAR}${WRONG})\b`, 'i')
const UNSEEN = /<(script|style)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi

/** The part of a page or text that blames the API key; undefined when none does. */
export function refusedKeyIn(text: string): string | undefined {
  const seen = text
    .slice(0, 12_000)
    .replace(UNSEEN, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  return REFUSED.exec(seen)?.[0].trim()
}
