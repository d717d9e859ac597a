/**
 * The part of libarchive-wasm's module that Panelkeep drives itself. Pointers are addresses in HEAPU8, 0 is none.
 * Every call is synchronous.
 */
export interface Libarchive {
  /** A new array after each call that may grow the memory. */
  readonly HEAPU8: Uint8Array
  _malloc(size: number): number
  _free(pointer: number): void
  /** An archive that stays in memory at `pointer` until it is freed; 0 when the bytes are not an archive. */
  _archive_read_new_memory(pointer: number, size: number, passphrase: number): number
  /** 0 at the end and after an error. */
  _archive_read_next_entry(archive: number): number
  /** Bytes written to `into`, 0 at the end of the entry, negative after an error. */
  _archive_read_data(archive: number, into: number, size: number): number
  _archive_error_string(archive: number): number
  _archive_read_free(archive: number): number
}

/** A C string of the module, a short one. */
export function cString(module: Libarchive, pointer: number): string {
  if (pointer === 0) return ''
  const end = module.HEAPU8.indexOf(0, pointer)
  return new TextDecoder().decode(module.HEAPU8.slice(pointer, end))
}

/** Memory of the module. Throws `noMemory` when it has no more. */
export function allocate(module: Libarchive, size: number, noMemory: () => Error): number {
  const pointer = module._malloc(size)
  if (pointer === 0) throw noMemory()
  return pointer
}
