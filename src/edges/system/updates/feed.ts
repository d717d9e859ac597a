import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { plain } from '../../../base/platform/version-order'

/** The format of the feed that `bun run release` writes and this version reads. */
export const FEED_FORMAT = 1

/** A file of the feed. Its address may be relative to that of the feed. */
export const Artefact = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  /** Bytes. */
  size: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** Ed25519 over the statement of `signature.ts`, in base64. */
  signature: Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$' }),
})
export type Artefact = Static<typeof Artefact>

export const UpdateFeed = Type.Object({
  panelkeep: Type.Literal(FEED_FORMAT),
  version: Type.String({ maxLength: 64 }),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  /** A page about the version. */
  page: Type.Optional(Type.String({ maxLength: 2000 })),
  notes: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 200 })),
  /** By target, such as linux-x64. */
  artefacts: Type.Record(Type.String(), Artefact),
})
export type UpdateFeed = Static<typeof UpdateFeed>

/** The newest version of a feed. */
export interface PublishedRelease {
  version: string
  name: string | null
  page: string | null
  notes: string[]
  artefacts: Record<string, Artefact>
}

/** Reads a feed of ours, or the newest release in GitHub's format, which has no signed files. A string is the error. */
export function readUpdateFeed(text: string, address: string): PublishedRelease | string {
  const found = parsed(text)
  if (found === undefined) return 'The update feed is not valid JSON.'
  if (typeof found === 'object' && found !== null && 'tag_name' in found) return readTag(found)
  if (!Value.Check(UpdateFeed, found)) return 'The update feed has an unknown format.'
  const version = plain(found.version)
  if (!version) return 'The version in the update feed is not a version such as 1.2.3.'
  const artefacts: Record<string, Artefact> = {}
  for (const [target, artefact] of Object.entries(found.artefacts)) {
    const url = webAddress(artefact.url, address)
    if (url === null) return `The address of the file for ${target} in the update feed is not a web address.`
    artefacts[target] = { ...artefact, url }
  }
  const page = found.page === undefined ? null : webAddress(found.page, address)
  return { version, name: found.name ?? null, page, notes: found.notes ?? [], artefacts }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readTag(found: object): PublishedRelease | string {
  const { tag_name, name, html_url } = found as Record<string, unknown>
  const version = plain(String(tag_name))
  if (!version) return 'The update feed names no version: its tag_name is not a version such as v1.2.3.'
  const page = typeof html_url === 'string' ? webAddress(html_url) : null
  return { version, name: typeof name === 'string' ? name.slice(0, 200) : null, page, notes: [], artefacts: {} }
}

function webAddress(text: string, base?: string): string | null {
  const url = URL.parse(text, base)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
