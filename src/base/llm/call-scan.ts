import { JsonScan } from './json-scan'

/** `call`: the first `length` characters may be a call, and `json` is the part to parse. */
type CallExtent = { state: 'open' | 'never' } | { state: 'call'; length: number; json: string }

export interface CallScan {
  /** Continues in `text`, which begins at the candidate and contains everything so far. */
  next(text: string): CallExtent
}

const FENCE = '```'

/** The scanner for text at the start of a line that may be a call; undefined when it cannot be one. */
export function callScan(text: string): CallScan | undefined {
  if (text.startsWith('`')) return FENCE.startsWith(text.slice(0, FENCE.length)) ? new FenceScan() : undefined
  return text.startsWith('{') || text.startsWith('[') ? new BareScan() : undefined
}

class BareScan implements CallScan {
  private readonly scan = new JsonScan()

  next(text: string): CallExtent {
    const extent = this.scan.next(text)
    if (extent.state !== 'whole') return extent
    return { state: 'call', length: extent.length, json: text.slice(0, extent.length) }
  }
}

const [INFO, BLANK] = [/[a-z_]/, /\s/]

/** A fenced block whose content starts like JSON. */
class FenceScan implements CallScan {
  private read = FENCE.length
  private stage: 'info' | 'blank' | 'body' = 'info'
  private bodyAt = 0

  next(text: string): CallExtent {
    if (!text.startsWith(FENCE)) return { state: text.length < FENCE.length ? 'open' : 'never' }
    while (this.stage === 'info' && INFO.test(text.charAt(this.read))) this.read++
    if (this.stage === 'info' && this.read < text.length) this.stage = 'blank'
    while (this.stage === 'blank' && BLANK.test(text.charAt(this.read))) this.read++
    if (this.stage === 'blank' && this.read < text.length) {
      if (!'{['.includes(text.charAt(this.read))) return { state: 'never' }
      this.stage = 'body'
      this.bodyAt = this.read
    }
    if (this.stage !== 'body') return { state: 'open' }
    const end = text.indexOf(FENCE, this.read)
    if (end < 0) {
      this.read = Math.max(this.bodyAt, text.length - FENCE.length + 1)
      return { state: 'open' }
    }
    return { state: 'call', length: end + FENCE.length, json: text.slice(this.bodyAt, end) }
  }
}
