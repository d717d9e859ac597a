/** The part of node-unrar-js's WASM module that Panelkeep drives itself; the package's own types do not cover it. */
export interface Unrar {
  HEAPU8: Uint8Array
  RarArchive: new () => RarArchive
  /** Answers the module's file calls while one of its functions runs. */
  extractor: UnrarFiles
}

/** Every call is synchronous. `errCode` 0 is success; the others are in `rar.ts`. */
export interface RarArchive {
  open(name: string, password: string, listOnly: boolean): { state: State; flags: number; comment?: string }
  getFileHeader(): RarHeader
  /** Skips the entry or unpacks it into `extractor.create`. */
  readFile(skip: boolean): State
  delete(): void
}

export interface RarHeader {
  state: State
  name: string
  flags: number
  unpSize: number
  /** As a signed number; 0 in archives without checksums. */
  crc: number
  /** Date and time in MS-DOS format, the date in the upper half. */
  time: number
  hostOS: number
  fileAttr: number
}

interface State {
  errCode: number
}

export interface UnrarFiles {
  /** 0 when the file does not exist. */
  open(name: string): number
  create(name: string): number
  /** Bytes read, -1 on failure. `at` is an address in HEAPU8. */
  read(handle: number, at: number, length: number): number
  write(handle: number, at: number, length: number): boolean
  tell(handle: number): number
  seek(handle: number, offset: number, from: 'SET' | 'CUR' | 'END'): boolean
  close(handle: number): void
}
