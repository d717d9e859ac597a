/** The drawn cover of a series without a picture, always the same for the same name. */
export type CoverDrawing = { ink: number; art: number; long: 'short' | 'middle' | 'long' }

const INKS = 12
const ARTS = 6

export function drawCover(title: string): CoverDrawing {
  const name = title.trim()
  const hash = hashOf(name.toLowerCase())
  const longest = Math.max(0, ...name.split(/\s+/).map((word) => word.length))
  const long = name.length > 34 || longest > 12 ? 'long' : name.length > 14 || longest > 8 ? 'middle' : 'short'
  return { ink: hash % INKS, art: Math.floor(hash / INKS) % ARTS, long }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return (hash ^ (hash >>> 15)) >>> 0
}
