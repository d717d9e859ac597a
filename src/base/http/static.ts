import { sha256 } from '../platform/digest'
import { once } from '../platform/once'
import { ENCODINGS, type Encoding, preferredEncoding } from './encodings'
import { OPENINGS, type Opening, openingLinks, type Visit } from './openings'

/** A built file of the pages. `path` starts with a slash. */
export interface Asset {
  path: string
  readonly content: Uint8Array<ArrayBuffer>
  type: string
}

/** On every reply, errors included. */
export const SECURITY_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-XSS-Protection': '0',
  'Content-Security-Policy':
    // Covers from metadata services come through /api/metadata, so pages need pictures from no other host.
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; " +
    "font-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'",
}

/**
 * Serves the pages: files with strong validators, hashed ones cached permanently, `index.html` for every path of the
 * app, or `setup.html` while `setup` is true and the build made that page. A file that was compressed at build
 * (`main.js.br`) is sent compressed to clients that accept it. These files are the same for everyone, so their length
 * reveals no secret.
 */
export function makePages(assets: Asset[], wantsSetup = () => false): Pages {
  const built = new Map(assets.map((asset) => [asset.path, once(() => withETag(asset))]))
  const isForm = (path: string) => FORMS.some(([, ending]) => path.endsWith(ending) && built.has(path.slice(0, -3)))
  const files = new Map([...built].filter(([path]) => !isForm(path) && path !== OPENINGS))
  const openings = once(() => readOpenings(assets))
  const index = underRoots(files.get('/index.html'))
  const setup = files.has('/setup.html') ? underRoots(files.get('/setup.html')) : index
  const offline = underRoots(files.get(OFFLINE))
  return (request, { root = '', changes } = {}) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const url = new URL(request.url)
    const { pathname } = url
    const isPage = HTML.includes(pathname) || (!files.has(pathname) && !isFile(pathname))
    const file = !isPage
      ? pathname === OFFLINE
        ? offline(root)
        : files.get(pathname)?.()
      : wantsSetup()
        ? setup(root)
        : opened(index(root), openingLinks(openings(), url, { root, changes }), changes)
    if (!file) return undefined
    const made = isPage ? [] : FORMS.filter(([, ending]) => built.has(pathname + ending)).map(([encoding]) => encoding)
    const encoding = preferredEncoding(request.headers.get('accept-encoding'), made)
    const sent = (encoding && built.get(pathname + ENCODINGS[encoding])?.()) ?? file
    const headers = new Headers({
      ETag: sent.etag,
      'Content-Type': file.type,
      'Cache-Control': lifetimeOf(pathname, isPage && changes !== undefined),
    })
    if (made.length > 0) headers.set('Vary', 'Accept-Encoding')
    if (encoding) headers.set('Content-Encoding', encoding)
    if (request.headers.get('if-none-match') === sent.etag) return new Response(null, { status: 304, headers })
    return new Response(request.method === 'HEAD' ? null : sent.content, { headers })
  }
}

/** A page with the requests of a session is not stored: after Back it would send them although the session has ended. */
function lifetimeOf(pathname: string, isOfSession: boolean): string {
  if (pathname.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return isOfSession ? 'no-store' : 'no-cache'
}

/** `visit` is who asks: pages for a session name what they need first. */
type Pages = (request: Request, visit?: Partial<Visit>) => Response | undefined

function readOpenings(assets: Asset[]): Opening[] {
  const file = assets.find(({ path }) => path === OPENINGS)
  return file ? JSON.parse(new TextDecoder().decode(file.content)) : []
}

/** The page with links to what its address needs first, and with the state of the library that the replies are from. */
function opened(page: Tagged | undefined, links: string, changes: string | undefined): Tagged | undefined {
  if (!page || links === '') return page
  const text = new TextDecoder().decode(page.content)
  // Given as functions: an address may contain `$'`, which means the rest of the text in a replacement.
  const named = text
    .replace('name="changes" content=""', () => `name="changes" content="${changes ?? ''}"`)
    .replace('</head>', () => `${links}</head>`)
  return withETag({ ...page, content: new TextEncoder().encode(named) })
}

const HTML = ['/index.html', '/setup.html']
/** The page that the worker keeps for browsers without a connection; the same for everyone and at any time. */
const OFFLINE = '/offline.html'
const MOST_ROOTS = 8

function underRoots(page: (() => Asset) | undefined): (root: string) => Tagged | undefined {
  const byRoot = new Map<string, Tagged>()
  return (root) => {
    const made = byRoot.get(root) ?? (page && withETag({ ...page(), content: withRoot(page().content, root) }))
    // A proxy uses one folder; pages for a client that sends many folders are not cached.
    if (made && byRoot.size < MOST_ROOTS) byRoot.set(root, made)
    return made
  }
}

const FORMS = Object.entries(ENCODINGS) as [Encoding, string][]

type Tagged = Asset & { etag: string }

function withETag(asset: Asset): Tagged {
  return { ...asset, etag: `"${sha256(asset.content).slice(0, 32)}"` }
}

/** The page with absolute paths to its files, below the folder that the browser sees. */
function withRoot(page: Uint8Array, root: string): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(page)
  return new TextEncoder().encode(
    text
      .replaceAll('"./assets/', `"${root}/assets/`)
      .replaceAll('"./offline/', `"${root}/offline/`)
      .replaceAll('"./manifest.webmanifest"', `"${root}/manifest.webmanifest"`)
      .replace('name="root" content=""', `name="root" content="${root}"`),
  )
}

/** Paths of the app have no dot in their last segment below /assets or at the root; files do. */
function isFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') || /^\/[^/]+\.[a-z0-9]+$/i.test(pathname)
}
