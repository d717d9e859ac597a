/**
 * Words with a number each, looked up by position in a text without cutting or lower-casing it: most words of a name
 * are in no table, and at a hundred thousand names a second there is no time for copies.
 */
export class WordTable {
  private readonly slots = new Int32Array(4096)
  private readonly words: string[] = ['']
  private readonly values: number[] = [0]
  /** Words with letters beyond ASCII, whose case cannot be folded by a bit. */
  private readonly others = new Map<string, number>()

  /** Adds bits to a lower-case word. */
  add(word: string, bits: number): void {
    if (!isAscii(word)) {
      this.others.set(word, (this.others.get(word) ?? 0) | bits)
      return
    }
    let slot = hash(word, 0, word.length)
    for (let entry = this.slots[slot]!; entry !== 0; entry = this.slots[slot]!) {
      if (this.words[entry] === word) {
        this.values[entry]! |= bits
        return
      }
      slot = (slot + 1) & 4095
    }
    this.slots[slot] = this.words.length
    this.words.push(word)
    this.values.push(bits)
  }

  /** Bits of the word in `text` from `start` to `end` in any case; 0 when the table lacks it. */
  find(text: string, start: number, end: number): number {
    const slot = hash(text, start, end)
    if (slot < 0) return this.others.get(text.slice(start, end).toLowerCase()) ?? 0
    return this.values[this.entryFrom(slot, text, start, end)]!
  }

  /** The same word as it was added; empty when the table lacks it or it has letters beyond ASCII. */
  wordAt(text: string, start: number, end: number): string {
    const slot = hash(text, start, end)
    return slot < 0 ? '' : this.words[this.entryFrom(slot, text, start, end)]!
  }

  /** 0 for none. */
  private entryFrom(from: number, text: string, start: number, end: number): number {
    let slot = from
    for (let entry = this.slots[slot]!; entry !== 0; entry = this.slots[slot]!) {
      if (isWordAt(this.words[entry]!, text, start, end)) return entry
      slot = (slot + 1) & 4095
    }
    return 0
  }
}

/** A slot for the word; -1 when it has letters beyond ASCII. */
function hash(text: string, start: number, end: number): number {
  let sum = end - start
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code >= 128) return -1
    sum = (Math.imul(sum, 31) + (code | 32)) | 0
  }
  return (sum ^ (sum >>> 12)) & 4095
}

/** Whether `text` has the lower-case word from `start` to `end`, in any case of its plain letters. */
export function isWordAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    const lower = code >= 65 && code <= 90 ? code | 32 : code
    if (lower !== word.charCodeAt(at - start)) return false
  }
  return true
}

function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) >= 128) return false
  return true
}
