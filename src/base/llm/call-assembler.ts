import { JsonScan } from './json-scan'
import { LlmError } from './llm-error'
import type { CallPiece } from './reply-parts'

/** A call as assembled, before its arguments are parsed. */
export interface RawCall {
  id: string
  name: string
  arguments: string
}

const MOST_CALLS = 16
const MOST_ARGUMENT_CHARS = 64 * 1024

interface Slot extends RawCall {
  index: number | undefined
  /** Finds where the arguments are complete. */
  scan: JsonScan
}

/** Assembles tool calls from the pieces of a stream, whatever numbers and ids the server gives them. */
export class CallAssembler {
  private readonly slots: Slot[] = []

  add(piece: CallPiece): void {
    const slot = this.slotOf(piece) ?? this.open(piece)
    slot.id ||= piece.id
    slot.name ||= piece.name
    slot.arguments += piece.arguments
    if (slot.arguments.length > MOST_ARGUMENT_CHARS)
      throw new LlmError('wrong_reply', 'The model sent a tool call that is too large. Rephrase the request.')
  }

  /** Adds a call from a reply that is not streamed. */
  addWhole(piece: CallPiece): void {
    Object.assign(this.open(piece), piece)
  }

  /** The calls in order, each with its own id. Pieces that never got a name are left out. */
  calls(): RawCall[] {
    const taken = new Set<string>()
    return this.slots
      .filter(({ name }) => name !== '')
      .map(({ id, name, arguments: text }, at) => {
        const own = id !== '' && !taken.has(id) ? id : freeCallId(at, taken)
        taken.add(own)
        return { id: own, name, arguments: text }
      })
  }

  private slotOf(piece: CallPiece): Slot | undefined {
    if (piece.index === undefined) return this.withoutIndex(piece)
    const slot = this.slots.findLast(({ index }) => index === piece.index)
    if (!slot || piece.id === slot.id) return slot && isNext(slot, piece) ? undefined : slot
    // A different id at a used number is a different call: some servers number all calls of a reply 0.
    if (piece.id !== '' && slot.id !== '')
      return this.slots.find(({ index, id }) => index === piece.index && id === piece.id)
    return isNext(slot, piece) ? undefined : slot
  }

  private withoutIndex(piece: CallPiece): Slot | undefined {
    if (piece.id !== '') {
      const known = this.slots.find(({ id }) => id === piece.id)
      if (known) return known
      const last = this.slots.at(-1)
      return last && last.id === '' && !isNext(last, piece) ? last : undefined
    }
    const last = this.slots.at(-1)
    return last && !isNext(last, piece) ? last : undefined
  }

  private open(piece: CallPiece): Slot {
    if (this.slots.length >= MOST_CALLS)
      throw new LlmError(
        'wrong_reply',
        `The model made more than ${MOST_CALLS} tool calls at once. Rephrase the request.`,
      )
    const slot = { index: piece.index, id: '', name: '', arguments: '', scan: new JsonScan() }
    this.slots.push(slot)
    return slot
  }
}

/** An id for the call at this place, different from all others. */
function freeCallId(at: number, taken: ReadonlySet<string>): string {
  let number = at + 1
  while (taken.has(`call_${number}`)) number++
  return `call_${number}`
}

/** Whether a piece without a new id still begins another call: it names another tool, or the last call is complete. */
function isNext(slot: Slot, piece: CallPiece): boolean {
  if (piece.name === '' || slot.name === '') return false
  if (piece.name !== slot.name) return true
  // Some servers repeat the name with every piece.
  return piece.arguments !== '' && isWholeObject(slot)
}

function isWholeObject({ scan, arguments: text }: Slot): boolean {
  const extent = scan.next(text)
  // Parsed once, when the last bracket closes: pieces may be single characters.
  if (extent.state !== 'whole' || text.slice(extent.length).trim() !== '') return text.trim() === '{}'
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
