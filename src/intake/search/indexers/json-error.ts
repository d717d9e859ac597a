/** An error sent as JSON, as Prowlarr and NZBHydra do for links. */
export interface JsonError {
  /** The error's own text, without keys and URLs. */
  message: string
  code?: number
}

const MOST_BYTES = 256 * 1024
const MOST_LETTERS = 300
const DEPTH = 3
/** Fields with the error text; several are joined. */
const WORDS = ['error', 'message', 'errorMessage', 'error_description', 'detail', 'errors']
/** Fields to use when none of those exists. */
const LESS = ['description', 'reason', 'title', 'msg']

/** The error in a JSON document; undefined for anything else. */
export function jsonErrorOf(bytes: Uint8Array): JsonError | undefined {
  if (bytes.length > MOST_BYTES) return undefined
  const text = new TextDecoder().decode(bytes).trim()
  if (!/^[{[]/.test(text)) return undefined
  const document = parsed(text)
  const words = wordsOf(document, DEPTH)
  if (words.length === 0) return wordless(document)
  const message = maskSecrets([...new Set(words)].join(': '))
  const code = Number((document as { code?: unknown }).code)
  return { message: message.slice(0, MOST_LETTERS), ...(Number.isInteger(code) && code > 0 && { code }) }
}

/** An error without any text. Among its codes, only that of a limit certainly has its usual meaning. */
function wordless(document: unknown): JsonError | undefined {
  if (typeof document !== 'object' || document === null) return undefined
  const { status, success, ok, error, ...fields } = document as Record<string, unknown>
  const failed = success === false || ok === false || error === true || FAILED.test(String(status))
  if (!failed) return undefined
  const code = CODES.map((name) => fields[name]).find(isCode)
  const message = `it answered with an error${code === undefined ? '' : `, code ${code}`}`
  return { message, ...(code === 429 && { code }) }
}

const CODES = ['code', 'error_code', 'errorCode']
const FAILED = /^(?:error|fail(?:ed|ure)?)$/i
const isCode = (value: unknown) =>
  Number.isInteger(value) || (typeof value === 'string' && /^[\w.-]{1,20}$/.test(value))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The body is not JSON after all.
  }
}

function wordsOf(value: unknown, depth: number): string[] {
  if (depth < 0 || value === null || value === undefined) return []
  if (typeof value === 'string') return plain(value)
  if (Array.isArray(value)) return value.slice(0, 3).flatMap((each) => wordsOf(each, depth - 1))
  if (typeof value !== 'object') return []
  const fields = value as Record<string, unknown>
  const of = (names: readonly string[]) => names.flatMap((name) => wordsOf(fields[name], depth - 1))
  const words = of(WORDS)
  return words.length > 0 ? words : of(LESS)
}

/** The first line: some servers append a stack trace. */
function plain(text: string): string[] {
  const [line = ''] = text.trim().split(/[\r\n]/)
  return line === '' ? [] : [line.replace(/\s+/g, ' ').replace(/\.$/, '')]
}

const ADDRESS = /\b([a-z][a-z\d+.-]{0,30}:\/\/)(?:[^\s/@"']*@)?([^\s/?#"'<>)\]]+)[^\s"'<>)\]]*/gi
const NAMED =
  /\b((?:x-)?api[_-]?key|pass[_-]?key|torrent_pass|auth[_-]?key|rss[_-]?key|token|secret|password|passwd|r|key)(["']?=["']?)[^\s"'&,;)]+/gi
const HEADER =
  /\b((?:x-)?api[_-]?key|pass[_-]?key|token|authorization|bearer)(["']?:? ?["']?)(?=[^\s"'\d]{0,200}\d)[\w.-]{8,}/gi
/** Matches the keys of most indexers. */
const HEX = /\b(?=[\da-f]*\d)[\da-f]{20,}\b/gi

/** Masks keys and URLs in foreign texts, which may contain secrets of other indexers. The host of a URL stays. */
export function maskSecrets(text: string): string {
  return text.replace(ADDRESS, '$1$2/…').replace(NAMED, '$1$2…').replace(HEADER, '$1$2…').replace(HEX, '…')
}
