import { tarHeader } from '../tar/header'

export type FileFormat = 'zip' | 'rar' | '7z' | 'tar' | 'pdf' | 'gzip' | 'bzip2' | 'xz' | 'zstd' | 'html' | 'unknown'

/** Bytes from the start of a file that `sniffFormat` needs. */
export const HEAD_BYTES = 512

const SIGNATURES: [FileFormat, number, number[]][] = [
  ['zip', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['zip', 0, [0x50, 0x4b, 0x05, 0x06]], // an archive without entries
  ['zip', 0, [0x50, 0x4b, 0x07, 0x08]], // the first part of a spanned archive, or an archive that was meant to be one
  ['rar', 0, [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['7z', 0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['pdf', 0, [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['gzip', 0, [0x1f, 0x8b]],
  ['bzip2', 0, [0x42, 0x5a, 0x68]],
  ['xz', 0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['zstd', 0, [0x28, 0xb5, 0x2f, 0xfd]],
  ['tar', 257, [0x75, 0x73, 0x74, 0x61, 0x72]],
]

/** The format of a file by its first bytes, whatever its extension. */
export function sniffFormat(head: Uint8Array): FileFormat {
  for (const [format, at, signature] of SIGNATURES)
    if (signature.every((byte, index) => head[at + index] === byte)) return format
  if (tarHeader(head)) return 'tar' // a TAR from before the format had a signature
  const start = new TextDecoder('latin1').decode(head.subarray(0, HEAD_BYTES)).trimStart().toLowerCase()
  if (/^(?:ï»¿)?\s*(?:<!doctype html|<html|<head|<body|<script)/.test(start)) return 'html'
  return start.includes('%pdf-') ? 'pdf' : 'unknown' // PDF readers accept bytes before the header
}
